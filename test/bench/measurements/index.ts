import type { Measurement } from '../measurement.ts';
import { append, appendByTen } from './append.ts';
import { derive } from './derive.ts';
import { fork, generations } from './fork.ts';
import { importing } from './import.ts';
import { deletion, list } from './list-and-delete.ts';
import { forkPoints, open } from './open.ts';
import { readLarge, readLast, readSmall } from './read.ts';
import { stream, streamMany } from './stream.ts';

export const measurements: readonly Measurement[] = [
  append,
  appendByTen,
  readSmall,
  readLarge,
  readLast,
  open,
  forkPoints,
  fork,
  generations,
  derive,
  stream,
  streamMany,
  importing,
  list,
  deletion,
];
