import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { keysOf } from '#shared/text.ts'
import { explainRefusal } from '../api/api-error.ts'
import { attributesKey, createAttribute, updateAttribute } from '../api/attributes-queries.ts'
import type { TriedDefinition } from '../api/generations-queries.ts'
import { canBeGenerated, noGeneration } from '../generation/generation-draft.ts'
import { createLocation, goTo } from '../query/location.ts'
import { awaitColumn, type AttributeParams, leaveAttribute, leaveToColumn } from '../state/attribute-page.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { showSuccess } from '../ui/toast.tsx'
import { attributeParts, checkDraft, toAttributeCreate, tryParts } from './attribute-draft.ts'
import {
  type AttributeEdit,
  checkEdit,
  checkStored,
  type EditFaults,
  editParts,
  emptyEdit,
  toEdit,
  toPatch,
} from './attribute-edit.ts'

export type AttributePart = 'definition' | 'prompt'

export interface AttributeForm {
  readonly type: EntityType
  readonly config: AttributeConfig | undefined
  readonly configs: readonly AttributeConfig[]
  readonly edit: AttributeEdit
  readonly faults: EditFaults
  readonly part: AttributePart
  readonly tried: TriedDefinition
  readonly isPending: boolean
  readonly change: (part: Partial<AttributeEdit>) => void
  readonly showPart: (part: AttributePart) => void
  /** Places the faults of a try at the fields; returns the rest. */
  readonly refuseTry: (error: Error) => string | undefined
  readonly submit: (event: FormEvent) => void
}

interface KnownAttribute {
  readonly params: AttributeParams
  /** Undefined for a new attribute. */
  readonly config: AttributeConfig | undefined
  readonly configs: readonly AttributeConfig[]
}

const parts = [...editParts, ...attributeParts]

/** The draft of an attribute with its faults, and how it is stored. */
export function useAttributeForm({ params, config, configs }: KnownAttribute): AttributeForm {
  const { type } = params
  // Entities need a name, and people define it first.
  const [edit, setEdit] = useState<AttributeEdit>(() =>
    config ? toEdit(config) : { ...emptyEdit, isPrimary: configs.length === 0 },
  )
  const [faults, setFaults] = useState<EditFaults>(() => (config ? checkStored(config) : {}))
  const [part, setPart] = useState<AttributePart>(config?.ai_generated ? 'prompt' : 'definition')
  const refuse = (found: EditFaults): void => {
    setFaults(found)
    if (canBeGenerated(edit.dataType)) setPart((shown) => partOf(found, shown))
  }
  const saving = useSaving({ params, config, configs }, refuse)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const taken = configs.filter(({ id }) => id !== config?.id).map(({ name }) => name)
    const found = { ...checkDraft(edit, taken), ...(config && checkEdit(edit, config)) }
    refuse(found)
    if (Object.keys(found).length === 0) saving.mutate(edit)
  }
  const refuseTry = (error: Error): string | undefined => {
    const { general, ...found } = explainRefusal(error, tryParts(parts))
    refuse(found)
    return general
  }
  const definition = config ? toPatch(config, edit) : toAttributeCreate(type, edit)
  return {
    type,
    config,
    configs,
    edit,
    faults,
    part: canBeGenerated(edit.dataType) ? part : 'definition',
    tried: { type, definition, ...(config && { key: config.key }) },
    isPending: saving.isPending,
    change: (changed) => setEdit((before) => ({ ...before, ...changed })),
    showPart: setPart,
    refuseTry,
    submit,
  }
}

const promptFields = new Set<string>(keysOf(noGeneration))

/** The part with the faults; the shown one where it has some, or where there are none. */
function partOf({ general: _general, ...faults }: EditFaults, shown: AttributePart): AttributePart {
  const fields = Object.keys(faults)
  const isOfPrompt = (field: string): boolean => promptFields.has(field)
  if (fields.length === 0) return shown
  if (shown === 'prompt' && fields.some(isOfPrompt)) return 'prompt'
  return fields.every(isOfPrompt) ? 'prompt' : 'definition'
}

function useSaving({ params, config }: KnownAttribute, onRefused: (faults: EditFaults) => void) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const announce = useAnnouncement(params, config)
  return useMutation({
    mutationFn: async (edit: AttributeEdit) => {
      if (!config) return createAttribute(api, toAttributeCreate(params.type, edit))
      const patch = toPatch(config, edit)
      return Object.keys(patch).length > 0 ? updateAttribute(api, config, patch) : config
    },
    onError: (error) => onRefused(explainRefusal(error, parts)),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: attributesKey(api.workspaceId) })
      announce(saved)
    },
  })
}

/** Leaves the page, to the new column where it was opened from the grid, and says what comes next. */
function useAnnouncement(params: AttributeParams, config: AttributeConfig | undefined) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const { type } = params
  return ({ key, name, ai_generated: isGenerated }: AttributeConfig): void => {
    const isAtColumn = !config && leaveToColumn(workspace.id, key, params)
    if (config) leaveAttribute(workspace.id)
    const generate = {
      label: t('Generate values…'),
      onPress: () => openDialog({ kind: 'generate', type, attributes: [key] }),
    }
    const show = {
      label: t('Go to the column'),
      onPress: () => (awaitColumn(workspace.id, type, key), goTo(createLocation(workspace.id, type))),
    }
    const title = config ? t('{name} was saved', { name }) : t('{name} was added', { name })
    const action = isGenerated ? generate : config || isAtColumn ? undefined : show
    showSuccess(title, action ? { action } : {})
  }
}
