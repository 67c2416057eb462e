import type { ExportedFile } from '#shared/exports.ts'
import type { Api } from '../api/client.ts'
import { fetchExportedFile } from '../api/exports-queries.ts'
import { saveFile } from '../ui/save-file.ts'
import { showError, toMessage } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** Fetches a file of an export and has it saved; tells what fails. */
export async function saveExportedFile(api: Api, { path, name }: ExportedFile): Promise<void> {
  try {
    saveFile(name, await fetchExportedFile(api, path))
  } catch (error) {
    showError(t('{name} could not be downloaded', { name }), { description: toMessage(error) })
  }
}
