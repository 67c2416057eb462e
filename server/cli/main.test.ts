import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../index.ts'
import { runForPeople, runVitrine } from '../testing/command-line.ts'
import { runHere } from '../testing/in-process-host.ts'

const program = join(import.meta.dirname, 'vitrine.mjs')
const folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-'))
const dataDir = join(folder, 'data')
const csv = join(folder, 'products.csv')
writeFileSync(csv, 'sku;name;price\nA;one;1.50\nB;two;\n')

const vitrine = (...args: string[]) => runVitrine([...args, '--data', dataDir])
const optionsOf = (workspace: string) => ({
  named: ['--workspace', workspace],
  products: ['--workspace', workspace, '--type', 'product', '--merge-key', 'sku'],
})

afterAll(() => rmSync(folder, { recursive: true }))

// Each command opens and closes the data folder, so each kind of command comes once; the rest is tried below,
// through the same client.
describe('without a running server', () => {
  const { named, products } = optionsOf('Alone')

  test('a workspace is made, filled, checked, copied, exported and put back, and nothing names a server behind it [CLI-01] [CLI-05] [BACKUP-01]', async () => {
    const made = await vitrine('workspace', 'create', 'Alone')
    const backup = await vitrine('backup', ...named)
    const imported = await vitrine('import', csv, ...products)
    const checked = await vitrine('check', ...named)
    const [copy, exported] = [join(folder, 'alone-copy.vitrine'), join(folder, 'alone.csv')]
    const copied = await vitrine('backup', ...named, '--to', copy)
    const asked = ['--type', 'product', '--to', exported, '--fields', 'sku,price']
    const saved = await vitrine('export', ...named, ...asked)
    const undone = await vitrine('undo', imported.last.id, ...named)
    const restored = await vitrine('restore', backup.last.id, ...named)
    const listed = await vitrine('workspace', 'list')

    const { id, file } = made.last
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.lines).toEqual([{ id, name: 'Alone', file }])
    expect([backup.code, existsSync(backup.last.file)]).toEqual([0, true])
    expect(imported.code).toBe(0)
    expect(imported.last).toMatchObject({ status: 'completed', result: { created: 2, failed: 0 } })
    expect(checked).toMatchObject({ code: 0, lines: [{ ok: true, file }] })
    expect(copied).toMatchObject({ code: 0, lines: [{ file: copy }] })
    expect(existsSync(copy)).toBe(true)
    expect(saved.last).toMatchObject({ status: 'completed', result: { rows: 2 }, saved_to: exported })
    expect(readFileSync(exported, 'utf8')).toBe('sku,price\r\nA,1.5\r\nB,\r\n')
    expect(undone.last).toMatchObject({ status: 'completed', result: { trashed: 2 } })
    expect(restored).toMatchObject({
      code: 0,
      lines: [{ restored: { id: backup.last.id }, previous: { reason: 'restore' } }],
    })
    expect(listed.lines).toEqual([{ id, name: 'Alone', file }])
    expect(['server.json', 'session.key'].filter((name) => existsSync(join(dataDir, name)))).toEqual([])
  })

  test('a key is made, listed and revoked; what is refused is one line and its code [CLI-01] [CLI-02]', async () => {
    await vitrine('workspace', 'create', 'Keys')
    const made = await vitrine('key', 'create', '--workspace', 'Keys', '--scopes', 'read:products')
    const { id } = made.last
    const listed = await vitrine('key', 'list')
    const revoked = await vitrine('key', 'revoke', id)
    const again = await vitrine('key', 'revoke', id)
    const misnamed = await vitrine('workspace', 'create', '')

    expect(made.last).toMatchObject({ workspace: 'Keys', scopes: ['read:products'] })
    expect(listed.lines).toEqual([expect.objectContaining({ id, workspace: 'Keys' })])
    expect(revoked).toMatchObject({ code: 0, lines: [{ id, revoked: true }] })
    expect(again).toMatchObject({
      code: 1,
      stderr: `There is no key with the id ${id}. vitrine key list shows the ids.\n`,
    })
    expect(misnamed).toMatchObject({
      code: 2,
      lines: [],
      stderr: 'name: A value is required. Send one that is not blank.\n',
    })
  })
})

describe('with a running server', () => {
  const { named, products } = optionsOf('Served')
  let server: RunningServer

  beforeAll(async () => {
    server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
    await vitrine('workspace', 'create', 'Served')
    await vitrine('import', csv, ...products)
  })

  afterAll(() => server.close())

  test('a workspace is made, filled by an import, checked and copied [CLI-01]', async () => {
    const { named, products } = optionsOf('Made')
    const made = await vitrine('workspace', 'create', 'Made')
    const listed = await vitrine('workspace', 'list')
    const imported = await vitrine('import', csv, ...products)
    const again = await vitrine('import', csv, ...products, '--dry-run')
    const checked = await vitrine('check', ...named)
    const copy = join(folder, 'copy.vitrine')
    const copied = await vitrine('backup', ...named, '--to', copy)

    const { id, file } = made.last
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.lines).toEqual([{ id, name: 'Made', file }])
    expect(listed.lines).toContainEqual({ id, name: 'Made', file })
    expect(imported.code).toBe(0)
    expect(imported.last).toMatchObject({ status: 'completed', result: { created: 2, failed: 0 } })
    expect(again.last).toMatchObject({ result: { unchanged: 2, dry_run: true } })
    expect(checked).toMatchObject({ code: 0, lines: [{ ok: true, file }] })
    expect(copied).toMatchObject({ code: 0, lines: [{ file: copy }] })
    expect(existsSync(copy)).toBe(true)
  })

  test('a backup is made, listed and put back; what was there before is a backup too [BACKUP-01]', async () => {
    const made = await vitrine('backup', ...named)
    const { id, file } = made.last
    expect([made.code, existsSync(file)]).toEqual([0, true])
    const more = join(folder, 'more.csv')
    writeFileSync(more, 'sku;name\nC;three\n')
    await vitrine('import', more, ...products)

    const restored = await vitrine('restore', id, ...named)
    expect(restored).toMatchObject({
      code: 0,
      lines: [{ restored: { id }, previous: { reason: 'restore' } }],
    })
    const listed = (await vitrine('backup', 'list', ...named)).lines
    expect(listed[0]?.['reason']).toBe('restore')
    expect(listed.map((backup) => backup.id)).toContain(id)
    const again = await vitrine('import', more, ...products, '--dry-run')
    expect(again.last).toMatchObject({ result: { created: 1, unchanged: 0 } })

    const unknown = await vitrine('restore', '2020-01-01T00-00-00-000Z-manual', ...named)
    expect([unknown.code, unknown.lines]).toEqual([1, []])
    expect(unknown.stderr).toContain('2020-01-01T00-00-00-000Z-manual')
  })

  test('a file that can be read in two ways ends with code 2 and the option that answers it [IMPORT-16]', async () => {
    const file = join(folder, 'open.csv')
    writeFileSync(file, 'sku;name;Preis;Tag\nO;o;1.250;03/04/2025\n')
    const open = await vitrine('import', file, ...products, '--dry-run')
    expect([open.code, open.lines]).toEqual([2, []])
    expect(open.stderr).toMatch(
      /1\.250 in row 1 of Preis .* Import it with --decimal "," or --decimal "\."\./,
    )
    expect(open.stderr).toMatch(/03\/04\/2025 in row 1 of Tag .* Import it with --dates dmy or --dates mdy\./)

    const said = await vitrine('import', file, ...products, '--dry-run', '--decimal', ',', '--dates', 'dmy')
    expect(said.last).toMatchObject({
      result: { differences: expect.arrayContaining([expect.objectContaining({ new: 1250 })]) },
    })
    const wrong = await vitrine('import', file, ...products, '--decimal', ';')
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--decimal takes , or . and not ";"'),
    ])
  })

  test('an import with a mapping keeps its bad rows in a file, and is taken back as a whole [IMPORT-09]', async () => {
    const file = join(folder, 'rows.jsonl')
    const mapping = join(folder, 'mapping.json')
    const errors = join(folder, 'errors.csv')
    writeFileSync(file, '{"Code":"M","name":"m","Preis":"1,5"}\n{"Code":"N","Preis":"viel"}\n')
    writeFileSync(mapping, '{"Code":"sku","Preis":{"key":"price","decimal":"comma"}}')
    const imported = await vitrine('import', file, ...products, '--mapping', mapping, '--errors', errors)
    const { id, result } = imported.last
    const undone = await vitrine('undo', id, ...named)

    expect(result).toMatchObject({
      format: 'jsonl',
      created: 1,
      failed: 1,
      errors_file: `/jobs/${id}/errors`,
    })
    expect(readFileSync(errors, 'utf8')).toContain('Preis: This is not a number.')
    expect(undone.code).toBe(0)
    expect(undone.last).toMatchObject({ result: { trashed: 1, changed: 0, kept: 0 } })
  })

  test('a file that is there is replaced by force alone, what is none is written through or refused, and - is standard output [CLI-18]', async () => {
    const { named } = optionsOf('Served')
    const asked = ['export', ...named, '--type', 'product', '--fields', 'sku']
    const file = join(folder, 'forced.csv')
    expect((await vitrine(...asked, '--to', file)).code).toBe(0)
    const first = readFileSync(file, 'utf8')
    writeFileSync(file, 'mine')
    const refused = await vitrine(...asked, '--to', file)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('replace it with --force')])
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await vitrine(...asked, '--to', file, '--force')).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(first)

    const pipe = join(folder, 'pipe')
    const listening = createServer().listen(pipe)
    await once(listening, 'listening')
    const link = join(folder, 'link.csv')
    symlinkSync(file, link)
    const nowhere = join(folder, 'nowhere.csv')
    symlinkSync(join(folder, 'none'), nowhere)
    for (const target of [pipe, link, nowhere, folder]) {
      const before = lstatSync(target)
      for (const args of [asked, ['backup', ...named], ['package', 'create']]) {
        const isPackage = args[0] === 'package'
        const words = isPackage ? [...args, target, ...named] : [...args, '--to', target, '--force']
        const ran = await vitrine(...words.filter((word) => args[0] === 'export' || word !== '--force'))
        expect([words, ran.code]).toEqual([words, 1])
      }
      expect([lstatSync(target).ino, lstatSync(target).mode]).toEqual([before.ino, before.mode])
      expect(existsSync(`${target}.part`)).toBe(false)
    }
    const device = lstatSync('/dev/null').ino
    expect((await vitrine(...asked, '--to', '/dev/null')).code).toBe(0)
    expect(lstatSync('/dev/null').ino).toBe(device)

    const { code, stdout, stderr } = await runForPeople([...asked, '--to', '-', '--data', dataDir])
    expect([code, stdout]).toEqual([0, first])
    expect(stderr).toContain('to standard output')
    listening.close()
  })

  test('what is exported is imported again without a change [CLI-05]', async () => {
    const file = join(folder, 'exported.csv')
    const asked = ['--fields', 'sku,name,price', '--sort=-sku']
    const exported = await vitrine('export', ...named, '--type', 'product', '--to', file, ...asked)
    const again = await vitrine('import', file, ...products)

    expect(exported.last).toMatchObject({ status: 'completed', result: { rows: 2 }, saved_to: file })
    expect(readFileSync(file, 'utf8')).toBe('sku,name,price\r\nB,two,\r\nA,one,1.5\r\n')
    expect(again.last).toMatchObject({ result: { created: 0, updated: 0, unchanged: 2, failed: 0 } })
  })

  test('a file for Excel has its mark, semicolons and decimal commas, and is imported again without a change [CLI-05] [EXP-18]', async () => {
    const file = join(folder, 'excel.csv')
    const ask = [
      'export',
      ...named,
      '--type',
      'product',
      '--to',
      file,
      '--fields',
      'sku,price',
      '--sort=-sku',
    ]
    await vitrine(...ask, '--for', 'excel')
    const again = await vitrine('import', file, ...products, '--merge-key', 'sku')
    expect(readFileSync(file, 'utf8')).toBe('\u{feff}sku;price\r\nB;\r\nA;1,5\r\n')
    expect(again.last).toMatchObject({ result: { created: 0, updated: 0, unchanged: 2, failed: 0 } })

    await vitrine(...ask, '--for', 'excel', '--delimiter', ',', '--decimal', '.', '--force')
    expect(readFileSync(file, 'utf8')).toBe('\u{feff}sku,price\r\nB,\r\nA,1.5\r\n')
    expect(await vitrine(...ask, '--for', 'numbers')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--for takes excel and not "numbers".'),
    })
  })

  test('who interrupts an import cancels it, which is one line and code 130 [CLI-02]', async () => {
    const ran = await runVitrine(['import', csv, ...products, '--data', dataDir], AbortSignal.abort())

    expect(ran.last).toMatchObject({ status: 'cancelled' })
    expect([ran.code, ran.stderr]).toEqual([
      130,
      'The import was cancelled; the rows before that are in the workspace.\n',
    ])
  })

  test('a channel that is not enabled and a view that is not there are told with what to do [CLI-02]', async () => {
    const ask = ['export', ...named, '--type', 'product']
    const off = await vitrine(...ask, '--channel', 'shopify')
    const unseen = await vitrine(...ask, '--view', 'nope')

    expect(off).toMatchObject({
      code: 2,
      stderr:
        'This channel is not enabled in the workspace. Enable it in the app, under Channels, or with: vitrine channel set KEY.\n',
    })
    expect(unseen).toMatchObject({
      code: 2,
      stderr: 'There is no such view; none is saved for this type.\n',
    })
  })

  test('a channel is turned on, said what fills it, and listed [CLI-08]', async () => {
    const setup = join(folder, 'setup.json')
    writeFileSync(setup, '{"values":{"Vendor":"Nordvik"}}')
    const at = ['--pictures-at', 'https://cdn.example/', '--setup', setup]
    const on = await vitrine('channel', 'set', 'shopify', ...named, ...at)
    const bad = await vitrine('channel', 'set', 'shopify', ...named, '--currency', 'euro')
    const listed = await vitrine('channel', 'list', ...named)
    const off = await vitrine('channel', 'set', 'shopify', ...named, '--off')

    expect(on.last).toMatchObject({
      enabled: true,
      picture_address: 'https://cdn.example/',
      fields: expect.arrayContaining([expect.objectContaining({ target: 'Vendor', value: 'Nordvik' })]),
    })
    expect(bad.code).toBe(2)
    expect(listed.lines).toContainEqual(expect.objectContaining({ key: 'shopify', enabled: true }))
    expect(off.last).toMatchObject({ enabled: false, picture_address: 'https://cdn.example/' })
  })

  test('categories are listed with what a channel calls them, its list added and searched, and what is called the same taken [CLI-10]', async () => {
    const setup = join(folder, 'categories.json')
    const list = join(folder, 'taxonomy.txt')
    writeFileSync(setup, '[{"name":"Chairs"},{"name":"Oddities"}]')
    writeFileSync(list, '443 - Furniture > Chairs\n460 - Furniture > Sofas\n')
    await vitrine('import', setup, ...named, '--type', 'category')
    const ask = ['channel', 'categories', 'google_merchant', ...named]
    const none = await vitrine(...ask, '--find', 'chair')
    const added = await vitrine(...ask, '--add-list', list)
    const found = await vitrine(...ask, '--find', 'sofa')
    const taken = await vitrine(...ask, '--take-suggested')
    const again = await vitrine(...ask)

    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('--add-list FILE')])
    const mappingsOf = (lines: typeof added.lines) =>
      lines.map(({ category, value, suggested }) => [category, value, suggested])
    expect(mappingsOf(added.lines)).toEqual([
      ['Chairs', null, 'Furniture > Chairs'],
      ['Oddities', null, null],
    ])
    expect(found.lines).toEqual([{ path: 'Furniture > Sofas', number: '460' }])
    const mapped = [
      ['Chairs', 'Furniture > Chairs', null],
      ['Oddities', null, null],
    ]
    expect([mappingsOf(taken.lines), mappingsOf(again.lines)]).toEqual([mapped, mapped])
  })

  test('a channel of one’s own is made, shown, exported to and deleted [CLI-09]', async () => {
    const setup = join(folder, 'own.json')
    const file = join(folder, 'own.csv')
    writeFileSync(setup, '{"fields":[{"target":"Nr","attribute":"sku"}],"file":{"delimiter":";"}}')
    const made = await vitrine('channel', 'create', 'Price list', ...named, '--setup', setup)
    const wrong = await vitrine('channel', 'create', 'Other', ...named, '--template', 'ebey')
    const shown = await vitrine('channel', 'show', 'price_list', ...named)
    const exported = await vitrine('export', ...named, '--channel', 'price_list', '--to', file)
    const deleted = await vitrine('channel', 'delete', 'price_list', ...named)

    expect(made.last).toMatchObject({ key: 'price_list', own: true, unmapped: [] })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('There is no template ebey.')])
    expect(shown.last).toMatchObject({
      fields: [{ target: 'Nr', attribute: 'sku' }],
      file: { delimiter: ';' },
    })
    expect(exported.code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^Nr\r\n/)
    expect(deleted.last).toMatchObject({ key: 'price_list' })
  })

  test('an export of which nothing comes out is told with code 1 [EXP-11]', async () => {
    const file = join(folder, 'nothing.csv')
    const asked = ['--type', 'product', '--q', 'nobody', '--to', file]
    const { code, last, stderr } = await vitrine('export', ...named, ...asked)
    expect(last).toMatchObject({ result: { rows: 0 } })
    expect([code, stderr]).toEqual([
      1,
      `Nothing was exported: ${file} has no row. Ask for another type, view or text.\n`,
    ])
  })

  test('a key is made once, listed without its secret, and revoked [CLI-01] [CLI-04]', async () => {
    const scopes = ['--scopes', 'read:products, read:jobs']
    const made = await vitrine('key', 'create', '--workspace', 'SERVED', ...scopes)
    const { id, key } = made.last
    const ask = async () => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${server.baseUrl}/products`, { headers })).status
    }
    const listed = await vitrine('key', 'list', ...named)
    const before = await ask()
    const revoked = await vitrine('key', 'revoke', id)
    const after = await vitrine('key', 'list')

    expect([before, await ask()]).toEqual([200, 401])
    expect(key).toMatch(/^vtr_live_\w{40}$/)
    expect(made.last).toMatchObject({ workspace: 'Served', scopes: ['read:products', 'read:jobs'] })
    expect(listed.lines).toEqual([expect.objectContaining({ id, workspace: 'Served' })])
    expect(JSON.stringify(listed.lines)).not.toContain(key)
    expect(revoked).toMatchObject({ code: 0, lines: [{ id, revoked: true }] })
    expect(JSON.stringify(after.lines)).not.toContain(id)
  })

  test.each([
    [
      'an unknown workspace',
      ['import', csv, '--workspace', 'Nope', '--type', 'product'],
      1,
      'There is no workspace "Nope".',
    ],
    ['a missing file', ['import', 'none.csv', ...named, '--type', 'product'], 1, 'There is no file'],
    [
      'a bad file',
      ['import', program, ...named, '--type', 'product', '--merge-key', 'nope'],
      1,
      'The import failed.',
    ],
    ['an unknown type', ['import', csv, ...named, '--type', 'thing'], 2, '--type'],
    [
      'an unknown encoding',
      ['import', csv, ...named, '--type', 'product', '--encoding', 'utf-7'],
      2,
      '--encoding takes utf-8, ',
    ],
    ['an unknown channel', ['export', ...named, '--channel', 'ebay'], 2, 'There is no such channel;'],
    [
      'a folder that is not there',
      ['export', ...named, '--type', 'product', '--to', join(program, 'x', 'y.csv')],
      1,
      'There is no folder',
    ],
    ['an unknown scope', ['key', 'create', ...named, '--scopes', 'read:all'], 2, 'there is no read:all'],
    ['a past expiry', ['key', 'create', ...named, '--expires', '2020-01-01'], 1, '--expires'],
    ['a name that is taken', ['workspace', 'create', 'Served'], 1, 'already a workspace named'],
    ['a bad rate limit', ['serve', '--rate-limit', 'many'], 2, '--rate-limit takes a number'],
    [
      'a setting of the server as a key',
      ['serve', '--allow-key-variable', 'A_KEY', '--allow-key-variable', 'Vitrine_SMTP_URL'],
      2,
      '--allow-key-variable cannot allow Vitrine_SMTP_URL',
    ],
    ['an unknown key', ['key', 'revoke', 'nope'], 1, 'There is no key with the id nope.'],
  ])('%s: one clear line and its code [CLI-02]', async (_what, args, code, message) => {
    const ran = await vitrine(...args)

    expect(ran.code).toBe(code)
    expect(ran.lines.every((line) => line['event'] === 'progress' || line['status'] === 'failed')).toBe(true)
    expect(ran.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)])
  })
})

describe('as a program', () => {
  const served = join(folder, 'served')

  function start(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const data = args.includes('--data') ? [] : ['--data', served]
      execFile(process.execPath, [program, ...args, ...data], (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  }

  test('serve ends cleanly on SIGTERM and leaves nothing that names it; commands print and exit [CLI-02] [CLI-03] [SPACE-12]', async () => {
    const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', '--data', served])
    const listening = await firstLine(child)
    const end = new Promise((resolve) => child.once('exit', resolve))
    const wasThere = existsSync(join(served, 'server.json'))
    // A bundler may remove a call that it takes for one without effect, such as decoding for the sake of its
    // exception. A copy of the folder is a folder of its own, also while the server of the original runs.
    const copy = `${served}-copy`
    cpSync(served, copy, { recursive: true })
    const inCopy = await start('workspace', 'create', 'Only in the copy', '--json', '--data', copy)
    const malformed = await fetch(`${listening['origin']}/api/v1/products/%zz`)
    const made = await start('workspace', 'create', 'Shop', '--json')
    const [taken, misspelt] = await Promise.all([start('workspace', 'create', 'shop'), start('frob')])
    const listed = await start('workspace', 'list', '--json')
    child.kill('SIGTERM')

    expect([inCopy.code, inCopy.stdout]).toEqual([0, expect.stringContaining(`${copy}/workspaces/`)])
    expect(listed.stdout).not.toContain('Only in the copy')
    expect(listening).toMatchObject({ event: 'listening', base_url: `${listening['origin']}/api/v1` })
    expect(wasThere).toBe(true)
    expect([malformed.status, malformed.headers.has('x-request-id')]).toEqual([401, true])
    expect({ ...made, stdout: JSON.parse(made.stdout) }).toMatchObject({
      code: 0,
      stdout: { name: 'Shop' },
      stderr: '',
    })
    expect([taken.code, taken.stdout]).toEqual([1, ''])
    expect(taken.stderr).toBe('There is already a workspace named shop. Choose another name.\n')
    expect([misspelt.code, misspelt.stdout]).toEqual([2, ''])
    expect(misspelt.stderr).toContain('There is no command "frob".')
    expect(await end).toBe(0)
    expect(existsSync(join(served, 'server.json'))).toBe(false)
  })
})

function firstLine(child: ChildProcess): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(JSON.parse(String(chunk))))
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)))
  })
}
