import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { sendFile } from './client.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-send-'))
})
afterAll(() => rm(folder, { recursive: true }))

const mb = 1024 * 1024

it('sends a file as a part of a form', async () => {
  const file = await newFile('list "2".csv', 'SKU,Name\nA-1,Ärmel\n')
  const url = await serve(async (request, response) => {
    const body = new Response(await text(request), {
      headers: { 'content-type': String(request.headers['content-type']) },
    })
    const sent = (await body.formData()).get('file') as File
    response.end(JSON.stringify([sent.name, await sent.text(), request.headers.authorization]))
  })
  const { isTaken, answer } = await sendFile(url, file, { authorization: 'Bearer key' })
  expect([isTaken, JSON.parse(answer)]).toEqual([
    true,
    ['list "2".csv', 'SKU,Name\nA-1,Ärmel\n', 'Bearer key'],
  ])
})

it('holds a small part of a large file at a time', async () => {
  const file = await newFile('large.csv', '')
  await truncate(file, 256 * mb)
  let [received, most] = [0, 0]
  const url = await serve((request, response) => {
    request.on('data', ({ length }: Buffer) => {
      received += length
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    })
    request.on('end', () => response.end())
  })
  const before = process.memoryUsage().arrayBuffers
  await sendFile(url, file, {})
  expect(received).toBeGreaterThan(256 * mb)
  expect(most - before).toBeLessThan(160 * mb)
})

it('gives what a server answers that does not take the whole', async () => {
  const file = await newFile('refused.csv', '')
  await truncate(file, 64 * mb)
  const url = await serve((request, response) => {
    response.writeHead(413).end('too large')
    request.resume()
  })
  expect(await sendFile(url, file, {})).toEqual({ isTaken: false, answer: 'too large' })
})

async function newFile(name: string, content: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

type Listener = (...args: Parameters<RequestListener>) => void | Promise<void>

async function serve(listener: Listener): Promise<string> {
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
