import { useMemo } from 'react'
import type { Change } from '#shared/events.ts'
import type { EntityType } from '#shared/entities.ts'
import { ChangesPage } from '../changes/changes-page.tsx'
import { describeChange } from '../grid/detail/describe-change.ts'
import { currentFormats } from '../grid/model/formats.ts'
import { useAllColumns } from '../query/use-grid-columns.ts'
import { useWorkspace } from '../state/workspace-context.ts'

export function WhatChangedPage() {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const formats = currentFormats()
  const describe = useMemo(() => {
    return (change: Change, type: EntityType) => describeChange(change, columns[type], { api, type, formats })
  }, [api, columns, formats])
  return <ChangesPage describe={describe} columns={columns} />
}
