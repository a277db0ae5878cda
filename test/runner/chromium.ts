import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is on this machine; the usual Debian place when it is nowhere, so that the error names it. */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH'];
  return given ?? PLACES.find((place) => existsSync(place)) ?? '/usr/bin/chromium';
}

/** Without the background services, which only look for a network that tests must not use. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
