import { isLocalAddress } from '#shared/local-address.ts'
import { Checkbox } from '../ui/field.tsx'
import { t } from '../ui/text.ts'

/** Whether only the owner can allow an address: one of this computer or its network, or without https. */
export function isOfNetwork(url: string): boolean {
  return URL.canParse(url) && (!url.startsWith('https:') || isLocalAddress(url))
}

/** The tick for addresses that only somebody who knows this network can judge. */
export function NetworkPermission({
  isAllowed,
  onChange,
}: {
  isAllowed: boolean
  onChange: (isAllowed: boolean) => void
}) {
  return (
    <Checkbox
      label={t('This address is in my network')}
      hint={t(
        'It is of this computer or its network, or has no https, so that others on the way could read along.',
      )}
      checked={isAllowed}
      onChange={onChange}
    />
  )
}
