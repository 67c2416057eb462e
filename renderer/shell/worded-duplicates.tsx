import { useMemo } from 'react'
import { DuplicatesPage } from '../duplicates/duplicates-page.tsx'
import { mergedText } from '../duplicates/use-decisions.ts'
import { MergeDialog } from '../duplicates/merge-panel.tsx'
import type { Wording } from '../duplicates/merge-choice.ts'
import { offerUndo } from '../grid/actions/history.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { openSession } from '../grid/actions/open-sessions.ts'
import { ShownValue } from '../grid/detail/shown-value.tsx'
import { currentFormats } from '../grid/model/formats.ts'
import { useAllColumns } from '../query/use-grid-columns.ts'
import type { EntityType } from '#shared/entities.ts'
import { useWorkspace } from '../state/workspace-context.ts'

function useWording(): Wording {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const formats = currentFormats()
  return useMemo(
    () => ({
      columns,
      draw: (type) => (value, column) => (
        <ShownValue value={value} column={column} context={{ api, type, formats }} />
      ),
    }),
    [api, columns, formats],
  )
}

export function WordedDuplicates() {
  return <DuplicatesPage wording={useWording()} />
}

declare module '../state/dialogs.ts' {
  interface DialogData {
    merge: { readonly type: EntityType; readonly ids: readonly string[] }
  }
}

export function MergeRows({ request, onClose }: DialogProps<'merge'>) {
  const { workspace } = useWorkspace()
  const wording = useWording()
  return (
    <MergeDialog
      request={request}
      wording={wording}
      onMerged={({ editId, label, count }) => {
        if (!request) return
        const session = openSession(workspace.id, request.type)
        const title = mergedText(label, count)
        session.log.add({ label: title, steps: [{ kind: 'edit', editId }] })
        offerUndo(session, title)
      }}
      onClose={onClose}
    />
  )
}
