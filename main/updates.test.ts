import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkUpdateList, UpdateError } from './update-feed.ts'
import { describeUpdateError, noteVersion, plainNotes } from './updates.ts'

const feed = { url: 'https://updates.example/vitrine/' }
const file = { url: 'Vitrine.AppImage', sha512: 'x', size: 10 }

test.each([
  [{ files: [file] }, 'list_malformed'],
  [{ version: '1.0.0', files: [] }, 'list_malformed'],
  [{ version: '1.0.0', files: Array.from({ length: 21 }, () => file) }, 'list_malformed'],
  [{ version: '1.0.0', files: [{ ...file, sha512: undefined, sha2: 'x' }] }, 'list_malformed'],
  [{ version: '1.0.0', files: [{ ...file, size: undefined }] }, 'list_malformed'],
  [{ version: '1.0.0', files: [{ ...file, size: 2 ** 31 }] }, 'too_large'],
  [{ version: '1.0.0', files: [{ ...file, size: Number.NaN }] }, 'too_large'],
  [{ version: '1.0.0', files: [{ ...file, url: '../other/Vitrine.AppImage' }] }, 'file_elsewhere'],
  [{ version: '1.0.0', files: [{ ...file, url: '//example.invalid/vitrine/x' }] }, 'file_elsewhere'],
  [{ version: '1.0.0', files: [{ ...file, url: 'http://updates.example/vitrine/x' }] }, 'file_elsewhere'],
  ['version: 1.0.0', 'list_malformed'],
  [null, 'list_malformed'],
])('the list %j is refused: %s', (list, code) => {
  expect(() => checkUpdateList(list, feed)).toThrow(expect.objectContaining({ code }))
  expect(() => checkUpdateList({ version: '1.0.0', files: [file] }, feed)).not.toThrow()
})

test('notes are plain text of a bounded length', () => {
  expect(plainNotes('<h1>New</h1>\n<script>x</script>\u0007\u202e- One\n\n\n\n- Two')).toBe(
    'New\nx- One\n\n- Two',
  )
  expect(plainNotes('ä'.repeat(5000))).toBe(`${'ä'.repeat(1500)}…`)
  expect(plainNotes([{ version: '1', note: 'x' }])).toBe('')
  expect(plainNotes(undefined)).toBe('')
})

test.each([
  [Object.assign(new Error('x'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' }), 'is not signed by the makers'],
  [Object.assign(new Error('x'), { code: 'ERR_CHECKSUM_MISMATCH' }), 'is not signed by the makers'],
  [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'updates.example does not answer'],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), 'updates.example does not answer'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'The disk is full'],
  [new UpdateError('silent'), 'has not answered for a minute'],
  [new Error('Something else\nat line 7'), 'Nothing was installed.\n\nSomething else'],
])('%o is said in plain words', (error, said) => {
  expect(describeUpdateError(error, 'updates.example')).toContain(said)
})

test('the first start of another version is known once; a first start at all is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const seen = ['0.2.0', '0.2.0', '0.3.0', '0.3.0'].map((version) =>
    noteVersion(join(folder, 'version.json'), version),
  )
  expect(seen).toEqual([false, false, true, false])
})
