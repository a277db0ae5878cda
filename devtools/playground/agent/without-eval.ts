import { config } from 'zod';

// zod writes code for its checks where it may, and tries whether it may: under a strict Content-Security-Policy the
// try alone is reported as a breach. Imported before everything that makes schemas.
config({ jitless: true });
