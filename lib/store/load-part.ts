import { PartNotLoadedError } from '../errors.ts';

/**
 * Loads a part of turnfork that is not in the core.
 * @throws PartNotLoadedError when its file cannot be fetched
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new PartNotLoadedError(
      'a part of turnfork could not be loaded: the page is offline, or a new version has been deployed. Try again, or load the page anew',
      { cause: error },
    );
  }
}
