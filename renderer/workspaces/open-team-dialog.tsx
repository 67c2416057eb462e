import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { DesktopBridge, TeamRefusal, TeamCatalog } from '#shared/desktop-bridge.ts'
import { formatCertificate } from '#shared/team.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { Users, X } from 'lucide-react'
import { showError, errorText } from '../ui/toast.tsx'

const teamCatalogsKey = ['team-catalogs'] as const

interface TeamCatalogListProps {
  desktop: DesktopBridge
  onRefused: (catalog: TeamCatalog, refusal: TeamRefusal) => void
}

export function TeamCatalogList({ desktop, onRefused }: TeamCatalogListProps) {
  const { data: catalogs = [] } = useQuery({
    queryKey: teamCatalogsKey,
    queryFn: () => desktop.listTeamCatalogs(),
    staleTime: 0,
  })
  if (catalogs.length === 0) return null
  return (
    <section className="start-recent" aria-labelledby="start-teams">
      <h2 id="start-teams">{t('Team catalogs')}</h2>
      <ul>
        {catalogs.map((catalog) => (
          <CatalogEntry key={catalog.origin} catalog={catalog} desktop={desktop} onRefused={onRefused} />
        ))}
      </ul>
    </section>
  )
}

function CatalogEntry({ catalog, desktop, onRefused }: TeamCatalogListProps & { catalog: TeamCatalog }) {
  const queryClient = useQueryClient()
  const { origin, name } = catalog
  const { host } = new URL(origin)
  const refresh = () => queryClient.invalidateQueries({ queryKey: teamCatalogsKey })
  const open = async (): Promise<void> => {
    const refusal = await desktop.openTeamCatalog(origin)
    if (refusal !== null) onRefused(catalog, refusal)
    await refresh()
  }
  const forget = async (): Promise<void> => {
    await desktop
      .forgetTeamCatalog(origin)
      .catch((error: unknown) => showError(t('It could not be removed'), { description: errorText(error) }))
    await refresh()
  }
  return (
    <li className="start-team">
      <button type="button" className="start-way" onClick={() => void open()}>
        <Users aria-hidden />
        <span>
          <strong>{name}</strong>
          <span className="start-hint">{host}</span>
        </span>
      </button>
      <IconButton label={t('Remove {name} from this list', { name })} onClick={() => void forget()}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

export interface TeamRequest {
  readonly address: string
  readonly refusal?: TeamRefusal
}

interface OpenTeamDialogProps {
  desktop: DesktopBridge
  request: TeamRequest | undefined
  onClose: () => void
}

export function OpenTeamDialog({ desktop, request, onClose }: OpenTeamDialogProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const opening = useMutation({
    mutationFn: (address: string) => desktop.openTeamCatalog(address),
    onSuccess: (refusal) => refusal === null && close(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamCatalogsKey }),
  })
  const close = (): void => {
    opening.reset()
    onClose()
  }
  const refusal = opening.isIdle ? request?.refusal : opening.data
  return (
    <Dialog
      title={t('Open a team catalog')}
      description={t('A catalog on a server that your team shares. It opens in a window of its own.')}
      open={request !== undefined}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={opening.isPending}>
            {opening.isPending ? t('Asking the server…') : t('Open the catalog')}
          </Button>
        </>
      }
    >
      <AddressForm
        id={formId}
        first={request?.address ?? ''}
        error={refusal ? refusalTexts()[refusal] : opening.error?.message}
        onSubmit={opening.mutate}
      />
    </Dialog>
  )
}

interface AddressFormProps {
  id: string
  first: string
  error: string | undefined
  onSubmit: (address: string) => void
}

function AddressForm({ id, first, error, onSubmit }: AddressFormProps) {
  const [address, setAddress] = useState(first)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit(address)
  }
  return (
    <form id={id} onSubmit={submit} noValidate>
      <TextField
        label={t('Address or invitation')}
        value={address}
        onChange={setAddress}
        placeholder="https://catalog.example"
        hint={hintOf(address)}
        error={error}
      />
    </form>
  )
}

function hintOf(address: string): string {
  const [, digest] = /[#&]certificate=([\w-]{43})(?:&|$)/.exec(address.trim()) ?? []
  return digest === undefined
    ? t('As the person who runs the server gave it to you. Paste an invitation as a whole.')
    : t('It takes this certificate and no other: {certificate}. The computer that shares shows the same.', {
        certificate: formatCertificate(digest),
      })
}

const refusalTexts = cachedByLanguage((): Readonly<Record<TeamRefusal, string>> => ({
  no_address: t('That is not an address. One looks like https://catalog.example.'),
  not_encrypted: t(
    'This address is not encrypted: others on the network could read along. Ask for one that begins with https://.',
  ),
  unreachable: t('Nothing answers there. Check the address, and that this computer is in the right network.'),
  untrusted: t(
    'The server cannot prove that it is the one of this address: its certificate is not trusted. Ask the person who runs it; an invitation may name the certificate.',
  ),
  other_certificate: t(
    'The server shows another certificate than the one that the invitation names. Ask for a new invitation.',
  ),
  no_team_server: t('What answers there is not the Vitrine of a team. Check the address.'),
}))
