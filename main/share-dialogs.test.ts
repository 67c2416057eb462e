import type { App } from 'electron'
import { expect, test } from 'vitest'
import type { Electron } from './electron.ts'
import { relaunch } from './relaunch.ts'
import { askToShare, showSharedAddress } from './share-dialogs.ts'

interface Box {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

function answering(response: number) {
  const boxes: Box[] = []
  const copied: string[] = []
  const dialog = {
    showMessageBox: async (box: Box) => {
      boxes.push(box)
      return { response }
    },
  }
  const electron = { dialog, clipboard: { writeText: (text: string) => copied.push(text) } }
  return { electron: electron as unknown as Electron, boxes, copied }
}

test('sharing is asked for with the addresses that there are, and refused where there is none', async () => {
  const addresses = ['192.168.1.5', '10.0.0.7']
  for (const [response, chosen] of [
    [0, '192.168.1.5'],
    [1, '10.0.0.7'],
    [2, undefined],
  ] as const)
    expect(await askToShare(answering(response).electron, undefined, addresses)).toBe(chosen)
  const nowhere = answering(0)
  expect(await askToShare(nowhere.electron, undefined, [])).toBeUndefined()
  expect(nowhere.boxes[0]).toMatchObject({
    message: expect.stringContaining('in no network'),
    buttons: ['OK'],
  })
})

test('what is told shows address and certificate, and copies what the app of a colleague takes', async () => {
  const { electron, boxes, copied } = answering(1)
  const certificate = Buffer.alloc(32, 171).toString('base64url')
  await showSharedAddress(electron, undefined, { origin: 'https://192.168.1.5:4418', certificate })
  expect(boxes[0]?.message).toContain('https://192.168.1.5:4418')
  expect(boxes[0]?.detail).toContain('ABAB ABAB')
  expect(copied).toEqual([`https://192.168.1.5:4418/#certificate=${certificate}`])
})

test('the app starts anew with the address and on the same data folder, and without it when sharing ends', () => {
  const calls: unknown[] = []
  const app = {
    relaunch: ({ args }: { args: string[] }) => calls.push(args),
    quit: () => calls.push('quit'),
  } as unknown as App
  const argv = [
    'electron',
    '/program',
    '--data=/home/ann/data.vitrine',
    '--hidden',
    '/home/ann/Spring.vitrine',
  ]
  relaunch(app, argv, '192.168.1.5')
  relaunch(app, [...argv, '--share=192.168.1.5'])
  expect(calls).toEqual([
    ['/program', '--data=/home/ann/data.vitrine', '--share=192.168.1.5'],
    'quit',
    ['/program', '--data=/home/ann/data.vitrine'],
    'quit',
  ])
})
