import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { expect, test } from 'vitest'
import { channels } from './channels.ts'
import { answerPageCalls } from './page-calls.ts'

const origin = 'http://127.0.0.1:4417'
const ours = { url: `${origin}/`, parent: null }

function listen(): (channel: string, senderFrame: unknown) => unknown {
  const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>()
  const ipcMain = { handle: handlers.set.bind(handlers) } as unknown as IpcMain
  answerPageCalls({ ipcMain }, origin, {
    openWorkspace: async () => 'opened',
    createWorkspace: async () => 'created',
  })
  return (channel, senderFrame) => handlers.get(channel)?.({ senderFrame } as IpcMainInvokeEvent)
}

test('our own page is answered', async () => {
  const call = listen()
  expect(await call(channels.openWorkspace, ours)).toBe('opened')
  expect(await call(channels.createWorkspace, ours)).toBe('created')
})

test.each([
  ['a page from elsewhere', { url: 'https://example.invalid/', parent: null }],
  ['a frame inside our page', { url: `${origin}/`, parent: ours }],
  ['a frame that is gone', null],
])('%s is refused', (_name, frame) => {
  expect(() => listen()(channels.openWorkspace, frame)).toThrow('may not use the desktop')
})
