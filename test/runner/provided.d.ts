import 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How many random sequences the model test runs. */
    modelRuns: number;
    /** Where the built page is served, ending in a slash. */
    pageUrl: string;
  }
}
