import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { canBeGenerated } from '../generation/generation-draft.ts'
import { usePageParams } from '../query/location.ts'
import { leaveAttribute, readAttributeParams } from '../state/attribute-page.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Changeable } from '../state/rights.tsx'
import { useShowsTechnicalDetails } from '../state/appearance.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { inSentence, t } from '../ui/text.ts'
import { DefinitionFields } from './attribute-form.tsx'
import { DraftRows, type RowWording } from './draft-rows.tsx'
import { PromptFields, PromptTrials } from './prompt-part.tsx'
import { StoredFields } from './stored-fields.tsx'
import { type AttributeForm, type AttributePart, useAttributeForm } from './use-attribute-form.ts'
import '../ui/page.css'
import '../ui/page-tabs.css'
import './attribute-page.css'

interface AttributePageProps {
  readonly wording: RowWording
}

/** One attribute: on the left its definition or its prompt, on the right what that does to real rows. */
export function AttributePage({ wording }: AttributePageProps) {
  const { workspace } = useWorkspace()
  const [params] = usePageParams(readAttributeParams)
  const { type, key } = params
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, type))
  const config = configs?.find((each) => each.key === key)
  if (!configs) return <Skeleton height={320} />
  if (key !== undefined && !config) return <Gone />
  return <Editor key={`${type} ${key ?? ''}`} {...{ params, config, configs, wording }} />
}

function Gone() {
  const { workspace } = useWorkspace()
  return (
    <div className="api-page">
      <Notice tone="info" title={t('This attribute is not there any more')}>
        <Button onClick={() => leaveAttribute(workspace.id)}>{t('Back')}</Button>
      </Notice>
    </div>
  )
}

type EditorProps = AttributePageProps & Parameters<typeof useAttributeForm>[0]

function Editor({ wording, ...known }: EditorProps) {
  const { workspace } = useWorkspace()
  const form = useAttributeForm(known)
  const { config, edit, part, showPart, submit, isPending } = form
  const leave = (): void => leaveAttribute(workspace.id)
  const page = useRef<HTMLFormElement>(null)
  useEffect(
    () =>
      page.current?.querySelector<HTMLElement>('.attribute-left input, .attribute-left textarea')?.focus(),
    [],
  )
  return (
    <Tabs.Root
      className="attribute-page"
      value={part}
      onValueChange={(chosen: AttributePart) => showPart(chosen)}
      render={<form ref={page} onSubmit={submit} noValidate />}
    >
      <header className="attribute-top">
        <Heading config={config} form={form} onLeave={leave} />
        <Tabs.List className="page-tab-list" aria-label={t('Parts of the attribute')}>
          <Tabs.Tab value="definition" className="page-tab">
            {t('Definition')}
          </Tabs.Tab>
          {canBeGenerated(edit.dataType) && (
            <Tabs.Tab value="prompt" className="page-tab">
              {t('Generation')}
            </Tabs.Tab>
          )}
        </Tabs.List>
        <div className="attribute-actions">
          <Button onClick={leave}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending}>
            {config ? t('Save') : t('Add attribute')}
          </Button>
        </div>
      </header>
      <Tabs.Panel value="definition" className="attribute-work">
        <Definition form={form} wording={wording} onLeave={leave} />
      </Tabs.Panel>
      {canBeGenerated(edit.dataType) && (
        <Tabs.Panel value="prompt" className="attribute-work">
          <Prompt form={form} />
        </Tabs.Panel>
      )}
    </Tabs.Root>
  )
}

interface HeadingProps {
  readonly config: AttributeConfig | undefined
  readonly form: AttributeForm
  readonly onLeave: () => void
}

function Heading({ config, form: { type }, onLeave }: HeadingProps) {
  const hasKey = useShowsTechnicalDetails()
  const plural = inSentence(typeTexts()[type].plural)
  return (
    <div className="attribute-heading">
      <Button variant="ghost" aria-label={t('Back')} onClick={onLeave}>
        <ArrowLeft aria-hidden />
      </Button>
      <h1 className="catalog-title">{config ? config.name : t('New attribute of {plural}', { plural })}</h1>
      {config && (
        <span className="ui-field-hint">
          {t('Attribute of {plural}', { plural })}
          {hasKey && (
            <>
              {' · '}
              <code>{config.key}</code>
            </>
          )}
        </span>
      )}
    </div>
  )
}

interface PartProps {
  readonly form: AttributeForm
  readonly onLeave: () => void
}

function Failure({ form: { config, faults } }: Pick<PartProps, 'form'>) {
  if (faults.general === undefined) return null
  const title = config ? t('The attribute was not changed') : t('The attribute was not added')
  return (
    <Notice tone="danger" title={title}>
      {faults.general}
    </Notice>
  )
}

function Definition({ form, wording, onLeave }: PartProps & { readonly wording: RowWording }) {
  const { api } = useWorkspace()
  const { data: channels } = useQuery(channelsQuery(api))
  const { config, type, edit, faults, change, tried } = form
  const nameOfChannel = (key: string): string => channels?.find((each) => each.key === key)?.name ?? key
  return (
    <>
      <div className="attribute-left">
        <Changeable to="attributes">
          <div className="stack">
            <Failure form={form} />
            <DefinitionFields draft={edit} faults={faults} type={type} isNew={!config} onChange={change} />
            {config && (
              <StoredFields
                {...{ config, edit, faults, nameOfChannel }}
                onChange={change}
                onTurned={onLeave}
              />
            )}
          </div>
        </Changeable>
      </div>
      <div className="attribute-right">
        <DraftRows tried={tried} before={config} wording={wording} />
      </div>
    </>
  )
}

function Prompt({ form }: Pick<PartProps, 'form'>) {
  return (
    <>
      <div className="attribute-left">
        <Changeable to="attributes">
          <div className="stack">
            <Failure form={form} />
            <PromptFields form={form} />
          </div>
        </Changeable>
      </div>
      <div className="attribute-right">
        <PromptTrials form={form} />
      </div>
    </>
  )
}
