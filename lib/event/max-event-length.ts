/**
 * How long the JSON text of an event's data may be, in characters before escaping. Chromium closes the whole database
 * when one value is larger than about 128 MB, and every session's commit fails with it. Escaped, six bytes a character,
 * an event of this size still fits into one line of a log file.
 */
export const MAX_EVENT_LENGTH = 20 * 1024 * 1024;
