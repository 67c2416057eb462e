import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../ui/text.ts'

/** A small picture; a sign in its place where it cannot be shown. */
export function Thumbnail({ address, name }: { address: string; name: string }) {
  const [failed, setFailed] = useState<string>()
  if (failed === address)
    return <ImageOff className="grid-thumbnail" size={16} aria-label={t('Picture not found')} />
  return (
    // A row's elements serve other rows while scrolling: another picture is another element, or the old one stays till it has come.
    <img
      key={address}
      className="grid-thumbnail"
      src={address}
      alt={name}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(address)}
    />
  )
}
