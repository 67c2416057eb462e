/**
 * Runs the official conformance suite for both revisions: all that a revision requires against the fixture, which has the tools that
 * the suite calls, and what needs none of them against the real server with the sample catalog. `expected-failures.yaml` says what
 * may fail and why; anything else ends the trial with exit code 1, and so does a line there that passes.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startProxy } from './authorising-proxy.ts'
import { startCatalog } from './catalog-server.ts'
import { startFixture } from './fixture-server.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const baseline = join(import.meta.dirname, 'expected-failures.yaml')

const common = [
  'tools-list',
  'resources-list',
  'prompts-list',
  'completion-complete',
  'dns-rebinding-protection',
]
const ofCatalog: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', ...common],
  '2026-07-28': [...common, 'caching', 'sep-2164-resource-not-found', 'http-header-validation'],
}

/** Runs the suite and gives what it printed. */
function runSuite(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [suite, 'server', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function judgeFixture(revision: string): Promise<boolean> {
  const fixture = await startFixture()
  try {
    const args = ['--url', fixture.url, '--requirements', revision, '--expected-failures', baseline]
    const { code, output } = await runSuite(args)
    console.log(`\n${revision}, all that is required, against the fixture:`)
    console.log(output.slice(output.indexOf('=== SUMMARY ===')).trim())
    return code === 0
  } finally {
    await fixture.close()
  }
}

async function judgeCatalog(revision: string): Promise<boolean> {
  await using catalog = await startCatalog()
  const proxy = await startProxy(catalog.origin, catalog.key)
  console.log(`\n${revision}, what needs no fixture, against the real server:`)
  const failed: string[] = []
  for (const scenario of ofCatalog[revision] ?? []) {
    const args = ['--url', proxy.url, '--scenario', scenario, '--spec-version', revision]
    const { code, output } = await runSuite(args)
    console.log(`${code === 0 ? '✓' : '✗'} ${scenario}`)
    if (code !== 0) failed.push(output)
  }
  proxy.close()
  for (const output of failed) console.log(output)
  return failed.length === 0
}

let isGood = true
for (const revision of Object.keys(ofCatalog)) {
  isGood = (await judgeFixture(revision)) && isGood
  isGood = (await judgeCatalog(revision)) && isGood
}
console.log(isGood ? '\nBoth revisions are met.' : '\nThere are failures that are not expected.')
process.exitCode = isGood ? 0 : 1
