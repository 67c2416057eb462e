import type { ContextMenuParams } from 'electron'
import { expect, test } from 'vitest'
import { contextMenuTemplate } from './security.ts'

const editFlags = { canUndo: true, canRedo: false, canCut: false, canCopy: false, canPaste: true }
const nothing = { isEditable: false, selectionText: '', linkURL: '', editFlags }

function labels(params: object): unknown[] {
  const handlers = { copy: () => {}, openExternal: () => {} }
  return contextMenuTemplate({ ...nothing, ...params } as ContextMenuParams, handlers).map(
    ({ label, role, type }) => role ?? label ?? type,
  )
}

test('there is a menu for texts, selections and links, and none elsewhere', () => {
  expect(labels({})).toEqual([])
  expect(labels({ selectionText: 'CH-100' })).toEqual(['copy'])
  expect(labels({ isEditable: true })).toEqual([
    'undo',
    'redo',
    'separator',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ])
  expect(labels({ linkURL: 'https://example.invalid', selectionText: 'x' })).toEqual([
    'Open Link in the Browser',
    'Copy Link',
    'separator',
    'copy',
  ])
})

test('a link of another scheme is no link', () => {
  expect(labels({ linkURL: 'javascript:alert(1)' })).toEqual([])
})

test('what cannot be done with the text is there and disabled', () => {
  const items = contextMenuTemplate({ ...nothing, isEditable: true } as ContextMenuParams, {
    copy: () => {},
    openExternal: () => {},
  })
  expect(items.filter(({ enabled }) => enabled === false).map(({ role }) => role)).toEqual([
    'redo',
    'cut',
    'copy',
  ])
})
