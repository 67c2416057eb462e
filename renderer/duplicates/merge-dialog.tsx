import type { EntityType } from '#shared/entities.ts'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../ui/text.ts'
import { MergePanel } from './merge-panel.tsx'
import type { Wording } from './wording.ts'
import './duplicates.css'

interface MergeDialogProps {
  readonly request: { readonly type: EntityType; readonly ids: readonly string[] } | undefined
  readonly wording: Wording
  readonly onMerged: (merge: {
    readonly editId: string
    readonly label: string | null
    readonly count: number
  }) => void
  readonly onClose: () => void
}

/** Rows that somebody has selected, side by side, to be made one. */
export function MergeDialog({ request, wording, onMerged, onClose }: MergeDialogProps) {
  return (
    <Dialog title={t('Merge')} size="wide" open={request !== undefined} onClose={onClose} keepOnOutsidePress>
      {request && (
        <MergePanel
          {...request}
          wording={wording}
          onMerged={({ edit_id: editId, merged }, { label }) => {
            if (editId !== null) onMerged({ editId, label, count: merged.length })
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
