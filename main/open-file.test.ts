import { expect, test } from 'vitest'
import { FileQueue, fileFromSecondInstance, workspaceFileFrom } from './saved-files.ts'

test.each([
  [['vitrine'], undefined],
  [['vitrine', 'spring.vitrine'], '/home/ada/spring.vitrine'],
  [['electron', '.', '--data', '/d', '/x/spring.VITRINE'], '/x/spring.VITRINE'],
  [['vitrine', '--flag=a.vitrine', 'notes.txt'], undefined],
  [['/opt/old.vitrine', '--quiet'], undefined],
])('%j names the file %j', (argv, expected) => {
  expect(workspaceFileFrom(argv, '/home/ada')).toBe(expected)
})

test.each([
  [{ file: '/x/a.vitrine' }, '/x/a.vitrine'],
  [{ file: '/etc/passwd' }, undefined],
  [{ file: 7 }, undefined],
  [null, undefined],
  ['text', undefined],
])('a second instance that sends %j hands over %j', (data, expected) => {
  expect(fileFromSecondInstance(data)).toBe(expected)
})

test('files that come too early wait; later ones are opened at once', () => {
  const inbox = new FileQueue()
  const opened: string[] = []
  inbox.add('early.vitrine')
  expect(inbox.startOpening((file) => opened.push(file))).toEqual(['early.vitrine'])
  inbox.add('late.vitrine')
  expect(opened).toEqual(['late.vitrine'])
})
