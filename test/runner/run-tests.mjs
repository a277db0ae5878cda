// Runs every suite, or those named on the command line, and adds them up: `npm test`, `npm test -- unit chromium`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inCi = process.env['CI'] === 'true';
const reports = mkdtempSync(join(tmpdir(), 'turnfork-tests-'));
const MINUTE = 60_000;

/** Debian packages of what a suite drives. */
const engines = {
  chromium: { packages: ['chromium'], found: () => which(process.env['CHROMIUM_PATH'] ?? 'chromium') },
  firefox: { packages: ['firefox-esr'], found: () => which(process.env['FIREFOX_PATH'] ?? 'firefox-esr') },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    found: () => which('WebKitWebDriver') && which('xvfb-run') && which('xauth'),
  },
};

const suites = {
  types: { command: ['npx', 'tsc', '--noEmit'], limit: 5 * MINUTE },
  lint: { command: ['npx', 'eslint', '.', '--max-warnings=0'], limit: 5 * MINUTE },
  format: { command: ['npx', 'prettier', '--check', '--log-level=warn', '.'], limit: 2 * MINUTE },
  unit: { vitest: 'unit', limit: 10 * MINUTE },
  chromium: { vitest: 'chromium', engine: 'chromium', limit: 10 * MINUTE },
  firefox: { vitest: 'firefox', engine: 'firefox', limit: 10 * MINUTE },
  webkit: { vitest: 'webkit', engine: 'webkit', limit: 10 * MINUTE },
  e2e: { vitest: 'e2e', engine: 'chromium', limit: 15 * MINUTE },
  package: { command: ['npm', 'run', '--silent', 'check:package'], limit: 5 * MINUTE },
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`no such suite: ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const [name, suite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n=== ${name}`);
  const start = Date.now();
  const result = await runSuite(name, suite);
  for (const key of Object.keys(total)) total[key] += result[key];
  lines.push(`${name}: ${sum(result)} in ${Math.round((Date.now() - start) / 1000)} s`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n\n${sum(total)}`);
process.exit(total.failed === 0 ? 0 : 1);

async function runSuite(name, suite) {
  if (suite.engine !== undefined && !provide(suite.engine)) {
    // Chromium is what everybody needs; the others may be missing on a developer's machine, not in CI.
    const fails = inCi || suite.engine === 'chromium';
    console.log(`${suite.engine} is not on this machine and could not be installed`);
    return fails ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
  }
  if (suite.vitest === undefined) {
    const code = await run(suite.command, suite.limit);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  }
  const report = join(reports, `${name}.json`);
  const code = await run(
    [
      'npx',
      'vitest',
      'run',
      `--project=${suite.vitest}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    suite.limit,
  );
  return countTests(report, code);
}

/** A run that crashed, executed nothing, or failed outside of its tests counts as one failed test. */
function countTests(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const broken = numFailedTests === 0 && (code !== 0 || numPassedTests === 0) ? 1 : 0;
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests };
}

function sum({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function provide(engine) {
  const { packages, found } = engines[engine];
  if (found()) return true;
  if (!which('apt-get') || process.getuid?.() !== 0) return false;
  console.log(`installing ${packages.join(', ')}`);
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], { ...quiet, timeout: 5 * MINUTE });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    ...quiet,
    timeout: 10 * MINUTE,
  });
  return found();
}

function which(program) {
  return spawnSync('sh', ['-c', `command -v "${program}"`], { stdio: 'ignore' }).status === 0;
}

/** Runs a command in a process group of its own, so that nothing of it is left when its time is up. */
function run([program, ...args], limit) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    const end = (code) => {
      clearTimeout(timer);
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The whole group has ended by itself.
      }
      resolve(code);
    };
    const timer = setTimeout(() => {
      console.error(`${program} ${args.join(' ')} did not end in ${limit / MINUTE} minutes`);
      end(1);
    }, limit);
    child.on('error', () => end(1));
    child.on('exit', (code) => end(code ?? 1));
  });
}
