// Windows takes these for devices, whatever their case and whatever follows a dot behind them.
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3]) *(\.|$)/i

/** Tells whether Windows has the name for a device, with any extension: such a file can be neither made nor opened there. */
export function isDeviceName(name: string): boolean {
  return device.test(name)
}

/** Why a file should not be called so, as a sentence with its remedy; undefined for a name that every system takes. */
export function faultOfFileName(name: string): string | undefined {
  if (isDeviceName(name)) return `Windows keeps the name ${name} for a device. Choose another name.`
  if (/[. ]$/.test(name))
    return `The name "${name}" ends in a dot or a space, which Windows drops. Leave it out.`
  if (/[<>:"|?*\\/]|\p{Cc}/u.test(name))
    return 'A file name cannot have control characters nor any of < > : " | ? * \\ / in it. Leave them out.'
  return name === '' ? 'Give the file a name.' : undefined
}
