export interface ImportWarning {
  readonly kind:
    | 'torn-tail-dropped'
    | 'unknown-event-type'
    | 'legacy-normalized'
    | 'turn-order'
    | 'trailing-records-dropped';
  /** 1-based line, where one line is meant. */
  readonly line: number | null;
  readonly message: string;
}

export interface ImportProgress {
  /** Bytes of the file read so far (compressed ones for a zstd file). */
  readonly bytes: number;
  /** Size of the file in bytes, where the source tells it. */
  readonly totalBytes: number | null;
  readonly events: number;
}
