import { useMemo } from 'react'
import { DuplicatesPage } from '../duplicates/duplicates-page.tsx'
import { mergedText } from '../duplicates/use-decisions.ts'
import { MergeDialog } from '../duplicates/merge-panel.tsx'
import type { Wording } from '../duplicates/merge-choice.ts'
import { offerUndo } from '../grid/actions/history.ts'
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

interface MergeRowsProps {
  readonly request: { readonly type: EntityType; readonly ids: readonly string[] } | undefined
  readonly onClose: () => void
}

export function MergeRows({ request, onClose }: MergeRowsProps) {
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
