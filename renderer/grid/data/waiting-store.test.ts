import { expect, test } from 'vitest'
import type { CellChange, EditCommand } from './edit-command.ts'
import { WaitingStore, type WaitingRow } from './waiting-store.ts'

class FakeStorage {
  readonly items = new Map<string, string>()
  readonly getItem = (name: string) => this.items.get(name) ?? null
  readonly removeItem = (name: string) => void this.items.delete(name)
  readonly setItem = (name: string, value: string) => {
    if (value.includes('too much')) throw new Error('QuotaExceededError')
    this.items.set(name, value)
  }
}

const write = (text: string) => ({ shown: text, wire: text, text })
const command = (label: string, cells: number, text = label): EditCommand => ({
  label,
  changes: new Map([
    ['a', new Map(Array.from({ length: cells }, (_, at) => [`key${at}`, { write: write(text) }]))],
  ]),
})

test('grid.live.5 what waits is read again as it was, each cell with what it held', () => {
  const storage = new FakeStorage()
  const row: WaitingRow = { parentId: null, writes: [['name', write('New')]], isReady: true, sentAt: 5 }
  const typed: EditCommand = {
    label: 'typing',
    changes: new Map<string, Map<string, CellChange>>([
      ['a', new Map([['name', { write: write('x'), expected: 'seen' }]])],
      ['b', new Map([['name', { write: write('y'), follows: true }]])],
    ]),
  }
  const waiting = { commands: [typed, command('paste', 1)], rows: [row] }
  new WaitingStore('w.product', storage).write(waiting, (_id, key) => `held ${key}`)
  const read = new WaitingStore('w.product', storage).read()
  expect(read?.commands[0]).toEqual(typed)
  const pasted = read?.commands[1]?.changes.get('a')?.get('key0')
  expect(pasted).toEqual({ write: write('paste'), expected: 'held key0' })
  expect(read?.rows).toEqual([row])
  expect(new WaitingStore('other.product', storage).read()).toBeUndefined()
})

test('it is bounded: what was done first is kept, and nothing where there is no room', () => {
  const storage = new FakeStorage()
  const store = new WaitingStore('w', storage)
  const labels = () => store.read()?.commands.map(({ label }) => label)
  store.write(
    { commands: [command('one', 3000), command('two', 3000), command('three', 1)], rows: [] },
    () => null,
  )
  expect(labels()).toEqual(['one'])
  store.write({ commands: [command('long', 1, 'too much')], rows: [] }, () => null)
  expect(storage.items.size).toBe(0)
  store.write({ commands: [command('one', 1)], rows: [] }, () => null)
  store.write({ commands: [], rows: [] }, () => null)
  expect(storage.items.size).toBe(0)
  storage.items.set('vitrine.waiting.w', '{')
  expect(store.read()).toBeUndefined()
})
