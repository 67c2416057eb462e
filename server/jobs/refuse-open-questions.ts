import { stat } from 'node:fs/promises'
import type { FieldError } from '#shared/errors.ts'
import { textEncodings } from '#shared/imports.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { readFormat, isWorkbook } from '../catalog/imports/read/detect-format.ts'
import type { PreviewImport } from './preview-import.ts'

const maxBytes = 4 * 1024 ** 2

/**
 * Refuses a small ambiguous file before its job is queued; otherwise the job does. Also refuses a language
 * for a file without several.
 */
export async function refuseOpenQuestions(
  workspace: { findOpenQuestions(input: PreviewImport): Promise<readonly FieldError[]> },
  input: PreviewImport,
): Promise<void> {
  const { decimal, dates, language } = input.fields
  if (language !== undefined) await refuseLanguage(input)
  if (decimal !== undefined && dates !== undefined) return
  const found = await stat(input.file).catch(() => undefined)
  // Another process unpacks workbooks, and takes longer to start than most of them to read.
  if (!found || found.size > maxBytes || (await isWorkbook(input.file))) return
  const faults = await workspace.findOpenQuestions(input)
  if (faults.length > 0) throw validationFailed(faults)
}

async function refuseLanguage({ file, fields }: PreviewImport): Promise<void> {
  const encoding = textEncodings.find((known) => known === fields.encoding)
  try {
    await readFormat(file, { ...fields, encoding })
  } catch (error) {
    if (error instanceof CatalogError && error.fieldErrors.some(({ field }) => field === 'language'))
      throw error
  }
}
