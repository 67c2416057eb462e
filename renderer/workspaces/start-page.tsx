import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Database, FileDown, FolderOpen, Package, Plus, Sparkles, Users, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import { openTeamCatalogHash } from '#shared/desktop-bridge.ts'
import { createWorkspace, sessionKey } from '../api/people-queries.ts'
import { importableFiles, handOverImport, openWorkspaceFile } from '../state/desktop-files.ts'
import { goTo } from '../query/location.ts'
import { openingLocation } from '../state/first-page.ts'
import { showError } from '../ui/toast.tsx'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { TeamCatalogList, OpenTeamDialog, type TeamRequest } from './open-team-dialog.tsx'
import { OpenPackageDialog } from './open-package-dialog.tsx'
import { sortByRecency } from './recent-workspaces.ts'
import './start-page.css'
import { cachedByLanguage, t } from '../ui/text.ts'
import { freeName } from '../state/workspace-names.ts'

const open = ({ id }: ListedWorkspace): void => goTo(openingLocation(id))

export function StartPage({ session }: { session: SessionInfo }) {
  const { workspaces, version } = session
  const { desktop } = window
  const isFree = session.person === null || session.person.is_administrator
  const [teamRequest, setTeamRequest] = useTeamRequest()
  return (
    <main className="start">
      <header className="start-head">
        <img src="/vitrine.svg" alt="" width={40} height={40} />
        <h1>{t('Vitrine')}</h1>
      </header>
      <div className="start-columns">
        {isFree ? (
          <StartOptions workspaces={workspaces} onOpenTeam={() => setTeamRequest({ address: '' })} />
        ) : (
          workspaces.length === 0 && (
            <p>{t('You have no access to a workspace yet. Ask the person who invited you.')}</p>
          )
        )}
        <div className="start-lists">
          <Recent workspaces={sortByRecency(workspaces)} />
          {desktop !== undefined && (
            <TeamCatalogList
              desktop={desktop}
              onRefused={({ origin }, refusal) => setTeamRequest({ address: origin, refusal })}
            />
          )}
        </div>
      </div>
      {desktop !== undefined && (
        <OpenTeamDialog desktop={desktop} request={teamRequest} onClose={() => setTeamRequest(undefined)} />
      )}
      <p className="start-foot">
        {t('Version {version}. A workspace is one catalog in one file that you own.', { version })}
      </p>
    </main>
  )
}

function useTeamRequest() {
  const [request, setRequest] = useState(requestOfAddress)
  useEffect(() => {
    const follow = (): void => setRequest(requestOfAddress)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const ask = (next: TeamRequest | undefined): void => {
    window.history.replaceState(null, '', window.location.search)
    setRequest(next)
  }
  return [request, ask] as const
}

function requestOfAddress(): TeamRequest | undefined {
  return window.location.hash === openTeamCatalogHash ? { address: '' } : undefined
}

const emptyWay = cachedByLanguage(() => ({
  icon: Plus,
  title: t('Create a workspace'),
  hint: t('An empty catalog'),
}))

interface StartOptionsProps {
  workspaces: readonly ListedWorkspace[]
  onOpenTeam: () => void
}

function StartOptions({ workspaces, onOpenTeam }: StartOptionsProps) {
  const [isNaming, setIsNaming] = useState(false)
  const creation = useCreation()
  const input = useRef<HTMLInputElement>(null)
  const importFile = (file: File | undefined): void => {
    if (file === undefined) return
    handOverImport(file)
    creation.mutate({ name: freeName(nameOfFile(file.name), workspaces), sample: false })
  }
  const createSample = (): void =>
    creation.mutate({ name: freeName(t('Sample catalog'), workspaces), sample: true })
  return (
    <section className="start-ways" aria-label={t('Begin')}>
      <Way {...emptyWay()} onClick={() => setIsNaming(true)} />
      <FileWay />
      <Way
        icon={Sparkles}
        title={creation.isPending ? t('Creating…') : t('Try the sample catalog')}
        hint={t('200 products with variants and pictures')}
        disabled={creation.isPending}
        onClick={createSample}
      />
      <Way
        icon={FileDown}
        title={t('Import a file')}
        hint={t('Its columns become attributes of a new workspace')}
        disabled={creation.isPending}
        onClick={() => input.current?.click()}
      />
      <PackageWay />
      {window.desktop !== undefined && (
        <Way
          icon={Users}
          title={t('Open a team catalog…')}
          hint={t('On a server that several people share')}
          onClick={onOpenTeam}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('File to import')}
        accept={importableFiles}
        onChange={(event) => importFile(event.target.files?.[0])}
      />
      <NewWorkspaceDialog open={isNaming} onClose={() => setIsNaming(false)} onCreated={open} />
    </section>
  )
}

/** A file anywhere on this computer, which only the desktop can choose. */
function FileWay() {
  if (window.desktop === undefined) return null
  return (
    <Way
      icon={FolderOpen}
      title={t('Open a workspace file')}
      hint={t('A .vitrine file from a folder of yours')}
      onClick={() => void openWorkspaceFile()}
    />
  )
}

function PackageWay() {
  const [isOpening, setIsOpening] = useState(false)
  return (
    <>
      <Way
        icon={Package}
        title={t('Open a package')}
        hint={t('A whole workspace that was saved as one file')}
        onClick={() => setIsOpening(true)}
      />
      <OpenPackageDialog open={isOpening} onClose={() => setIsOpening(false)} onOpened={open} />
    </>
  )
}

function useCreation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createWorkspace,
    onSuccess: async (workspace) => {
      await queryClient.invalidateQueries({ queryKey: sessionKey })
      open(workspace)
    },
    onError: (error) => showError(t('The workspace could not be created'), { description: error.message }),
  })
}

interface WayProps {
  icon: LucideIcon
  title: string
  hint: string
  disabled?: boolean
  onClick: () => void
}

function Way({ icon: Icon, title, hint, disabled = false, onClick }: WayProps) {
  return (
    <button type="button" className="start-way" disabled={disabled} onClick={onClick}>
      <Icon aria-hidden />
      <span>
        <strong>{title}</strong>
        <span className="start-hint">{hint}</span>
      </span>
    </button>
  )
}

function Recent({ workspaces }: { workspaces: readonly ListedWorkspace[] }) {
  return (
    <section className="start-recent" aria-labelledby="start-recent">
      <h2 id="start-recent">{t('Recent workspaces')}</h2>
      {workspaces.length === 0 && (
        <p className="start-hint">{t('What you create or open is listed here.')}</p>
      )}
      <ul>
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <button type="button" className="start-way" onClick={() => open(workspace)}>
              <Database aria-hidden />
              <span>
                <strong>{workspace.name}</strong>
                {workspace.file !== null && <span className="start-hint start-file">{workspace.file}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Returns the name of a workspace from a file: the file's name without its extension, shortened to the
 * limit.
 */
export function nameOfFile(fileName: string): string {
  return (
    fileName
      .replace(/\.[^.]+$/, '')
      .slice(0, 90)
      .trim() || t('Imported catalog')
  )
}
