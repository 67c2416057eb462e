import { expect, test } from 'vitest'
import { readServerSentEvents, type ServerSentEvent } from './event-stream.ts'

async function read(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events: ServerSentEvent[] = []
  for await (const event of readServerSentEvents(body)) events.push(event)
  return events
}

test('events are read whole however the bytes are cut', async () => {
  const text = ': alive\n\nretry: 1000\n\nid: 7\nevent: entity.updated\ndata: {"label":\ndata: "Bö"}\n\n'
  const whole = [{ id: '7', event: 'entity.updated', data: '{"label":\n"Bö"}' }]
  expect(await read(text)).toEqual(whole)
  expect(await read(...text)).toEqual(whole)
})

test('an event that is not complete is not delivered', async () => {
  expect(await read('id: 1\ndata: a\n\nid: 2\ndata: b\n')).toEqual([{ id: '1', event: 'message', data: 'a' }])
})

test('an id without data is delivered, so that a stream can be resumed behind it', async () => {
  expect(await read('id: 41\n\n')).toEqual([{ id: '41', event: 'message', data: '' }])
})
