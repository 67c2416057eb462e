import type { Api } from '../api/client.ts'
import { undoMerge } from '../api/duplicates-queries.ts'
import { t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'

/** What a merge came to. */
export function mergedText(label: string | null, count: number): string {
  return t('{count, plural, one {One was} other {# were}} merged into {label}', {
    count,
    label: label ?? t('No name'),
  })
}

/** Takes a merge back, and tells what could not be. */
export async function takeBackMerge(api: Api, editId: string): Promise<void> {
  const left = await undoMerge(api, editId)
  if (left === 0) return showSuccess(t('The merge was undone'), { subject: 'duplicates' })
  return showError(
    t('The merge was undone except for {count, plural, one {# change} other {# changes}}', { count: left }),
    {
      description: t('These have been changed again since, or are no longer in the trash.'),
    },
  )
}
