import type { inspectFiles } from './assets/inspect-files.ts'
import type { RenditionRequest } from './pictures/make-rendition.ts'
import type { ReadRequest } from './sources/read-source.ts'
import type { ReadRows } from '../catalog/imports/read/spool.ts'

export const parsers = {
  readSource: async (request: ReadRequest) => (await import('./sources/read-source.ts')).readSource(request),
  extractProducts: async (request: ReadRequest) =>
    (await import('./sources/extract-products.ts')).extractProducts(request),
  inspectWorkspace: async ({ file }: { readonly file: string }) =>
    (await import('../catalog/connections/inspect-file.ts')).inspectForeignFile(file),
  rescueWorkspace: async (asked: { readonly file: string; readonly target: string }) =>
    (await import('../catalog/connections/inspect-file.ts')).rescueFile(asked),
  inspectFiles: async (asked: Parameters<typeof inspectFiles>[0]) =>
    (await import('./assets/inspect-files.ts')).inspectFiles(asked),
  makeRendition: async (asked: RenditionRequest) =>
    (await import('./pictures/make-rendition.ts')).makeRendition(asked),
  readRows: async (asked: ReadRows) => (await import('../catalog/imports/read/spool.ts')).readRows(asked),
}

export type Parsers = typeof parsers
