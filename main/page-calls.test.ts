import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { expect, test } from 'vitest'
import { ipcChannels } from './channels.ts'
import { answerPageCalls } from './shell.ts'

const origin = 'http://127.0.0.1:4417'
const settings = { keepServing: false, startAtLogin: false, notifyOfJobs: true, lookForUpdates: false }
const ours = { url: `${origin}/`, parent: null }

function listen(sender?: unknown): (channel: string, senderFrame: unknown, argument?: unknown) => unknown {
  const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>()
  const ipcMain = { handle: handlers.set.bind(handlers) } as unknown as IpcMain
  answerPageCalls({ ipcMain }, origin, {
    openWorkspace: async () => 'opened',
    createWorkspace: async () => 'created',
    openFile: async (file) => file,
    listTeamCatalogs: () => [],
    openTeamCatalog: async () => 'unreachable',
    forgetTeamCatalog: async () => undefined,
    chooseFolder: async (title) => title,
    showInFolder: async (file) => file,
    showSaved: () => undefined,
    readSettings: () => settings,
    changeSettings: (change) => ({ ...settings, ...change }),
    readUpdateHost: () => null,
    followLanguage: async () => undefined,
  })
  return (channel, senderFrame, argument) =>
    handlers.get(channel)?.({ senderFrame, sender } as IpcMainInvokeEvent, argument)
}

test('our own page is answered', async () => {
  const call = listen()
  expect(await call(ipcChannels.openWorkspace, ours)).toBe('opened')
  expect(await call(ipcChannels.createWorkspace, ours)).toBe('created')
})

test('a paste goes into the page that asks for it', () => {
  const pasted: string[] = []
  listen({ paste: () => pasted.push('here') })(ipcChannels.paste, ours)
  expect(pasted).toEqual(['here'])
})

test.each([
  ['a page from elsewhere', { url: 'https://example.invalid/', parent: null }],
  ['a frame inside our page', { url: `${origin}/`, parent: ours }],
  ['a frame that is gone', null],
])('%s is refused', (_name, frame) => {
  expect(() => listen()(ipcChannels.openWorkspace, frame)).toThrow('may not use the desktop')
})

test('every channel that pages may call refuses a foreign one', () => {
  const call = listen()
  const foreign = { url: 'https://example.invalid/', parent: null }
  const { command: _, saved: __, ...asked } = ipcChannels
  for (const channel of Object.values(asked)) expect(() => call(channel, foreign)).toThrow('may not use')
})

test.each(['/etc/passwd', '/x/a.vitrine.sh', 7, null, undefined, { path: '/x/a.vitrine' }])(
  'a dropped %j is refused',
  (file) => {
    expect(() => listen()(ipcChannels.openDropped, ours, file)).toThrow('.vitrine')
  },
)

test('a folder is asked for under a short title only', async () => {
  const call = listen()
  expect(await call(ipcChannels.chooseFolder, ours, 'Pictures')).toBe('Pictures')
  for (const title of [7, null, 'x'.repeat(101)])
    expect(() => call(ipcChannels.chooseFolder, ours, title)).toThrow('short title')
})

test.each([7, null, 'x'.repeat(2001)])('%j is no address of a team catalog', (address) => {
  const call = listen()
  for (const channel of [ipcChannels.openTeamCatalog, ipcChannels.forgetTeamCatalog])
    expect(() => call(channel, ours, address)).toThrow('address is a text')
})

test('of a change of settings only known switches are taken', () => {
  const change = {
    keepServing: true,
    startAtLogin: 'yes',
    dataFolder: '/x',
    __proto__: { notifyOfJobs: false },
  }
  expect(listen()(ipcChannels.changeSettings, ours, change)).toEqual({ ...settings, keepServing: true })
  expect(listen()(ipcChannels.changeSettings, ours, null)).toEqual(settings)
})
