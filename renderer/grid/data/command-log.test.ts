import { expect, test } from 'vitest'
import { CommandLog } from './edit-command.ts'

const entry = (label: string) => ({ label, steps: [{ kind: 'edit', editId: label } as const] })

test('what is undone can be redone until something else is done', () => {
  const log = new CommandLog()
  log.add(entry('a'))
  log.add(entry('b'))
  expect(log.state.get()).toEqual({ undo: 'b', redo: undefined })
  log.undone(entry('b'))
  expect(log.state.get()).toEqual({ undo: 'a', redo: 'b' })
  log.redone(entry('b'))
  expect(log.state.get()).toEqual({ undo: 'b', redo: undefined })
  log.undone(entry('b'))
  log.add(entry('c'))
  expect(log.state.get()).toEqual({ undo: 'c', redo: undefined })
})

test('what nothing is left of is gone, and what changed nothing never gets in', () => {
  const log = new CommandLog()
  log.add({ label: 'empty', steps: [] })
  expect(log.lastDone).toBeUndefined()
  log.add(entry('a'))
  log.undone(undefined)
  expect(log.state.get()).toEqual({ undo: undefined, redo: undefined })
})

test('two hundred entries are kept, and rows can join the last one', () => {
  const log = new CommandLog()
  for (let index = 0; index < 250; index += 1) log.add(entry(`e${index}`))
  log.extend('e249', [{ kind: 'created', ids: ['x'] }])
  expect(log.lastDone?.steps).toHaveLength(2)
  let count = 0
  for (; log.lastDone; count += 1) log.undone(undefined)
  expect(count).toBe(200)
})
