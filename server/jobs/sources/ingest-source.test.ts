import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAnswer } from '../../catalog/answer.ts'
import { runParsingApart } from '../../testing/in-process-host.ts'
import { JobWorkspace } from '../../testing/job-workspace.ts'
import { testSite } from '../../testing/test-site.ts'

const settings = { allowsPrivateAddresses: true }
const page = `<title>Oak chair</title>${'<p>Oiled by hand in the north of the country.</p>'.repeat(200)}`

test('kill -9 after the page was fetched: the next start reads the kept page and asks the site no more [SOURCE-08]', async () => {
  using site = await testSite({ '/chair': page })
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-source-'))
  const source = new URL('../../testing/job-workspace.ts', import.meta.url).href
  const host = new URL('../../testing/in-process-host.ts', import.meta.url).href
  const file = join(folder, 'fetch-and-die.mjs')
  await writeFile(
    file,
    `const { JobWorkspace } = await import(${JSON.stringify(source)})
    const { runParsingApart } = await import(${JSON.stringify(host)})
    const settings = ${JSON.stringify(settings)}
    const workspace = await JobWorkspace.open({ folder: ${JSON.stringify(folder)}, settings, entry: runParsingApart })
    for (const entity_type of ['source', 'product'])
      await workspace.define({ name: 'Name', entity_type, data_type: 'single_line_text_field', is_primary: true })
    const id = await workspace.enqueueSource(${JSON.stringify(`${site.origin}/chair`)})
    console.log(id)
    for (;;) {
      const { metadata } = await workspace.job(id)
      if (metadata.stages?.[0]?.status === 'completed') process.kill(process.pid, 'SIGKILL')
    }`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'close')
  const fetched = [...site.asked]
  expect(fetched).toContain('/chair')

  await using workspace = await JobWorkspace.open({ folder, settings })
  await workspace.runner.idle()
  const job = await workspace.job(output.trim())
  expect(job).toMatchObject({
    status: 'completed',
    metadata: {
      interruptions: 1,
      stages: [
        { name: 'fetch', status: 'skipped' },
        { name: 'read', status: 'completed' },
        { name: 'extract', status: 'completed' },
        { name: 'store', status: 'completed' },
        { name: 'link', status: 'completed' },
      ],
    },
  })
  expect(site.asked).toEqual(fetched)
  expect(await workspace.entities('source')).toMatchObject([{ label: 'Oak chair' }])
})

test('a page made to be slow is read without its structure', async () => {
  using site = await testSite({ '/deep': `<title>Deep</title>${'<div>'.repeat(200_000)}Oak` })
  const impatient = { ...settings, pageTimeoutMs: 500 }
  await using workspace = await JobWorkspace.open({ settings: impatient, entry: runParsingApart })
  const primary = { data_type: 'single_line_text_field', is_primary: true } as const
  await workspace.define({ name: 'Name', entity_type: 'source', ...primary })
  const id = await workspace.enqueueSource(`${site.origin}/deep`)
  await workspace.runner.idle()
  const { status, result } = await workspace.job(id)
  expect([status, result]).toMatchObject(['completed', { notes: [expect.stringContaining('bare text')] }])
  const scraped = await workspace.threads.call('readScraped', {
    id: result !== null && 'source_id' in result ? result.source_id : '',
    faults: [],
  })
  expect(parseAnswer(scraped)).toMatchObject({ data: { text: 'Oak' } })
})
