/** ms without a sign of life after which an unfinished import counts as dead and its rows are removed. */
export const IMPORT_PATIENCE = 60_000;
