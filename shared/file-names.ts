// Windows reserves these names for devices, in any case and with any extension.
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3]) *(\.|$)/i

/**
 * Whether Windows reserves the name for a device, with any extension: such a file can be neither made nor
 * opened there.
 */
export function isDeviceName(name: string): boolean {
  return device.test(name)
}

/**
 * Returns a sentence with the fault of a file name and its remedy; undefined for a name that is valid on
 * every system.
 */
export function faultOfFileName(name: string): string | undefined {
  if (isDeviceName(name)) return `Windows keeps the name ${name} for a device. Choose another name.`
  if (/[. ]$/.test(name))
    return `The name "${name}" ends in a dot or a space, which Windows drops. Leave it out.`
  if (/[<>:"|?*\\/]|\p{Cc}/u.test(name))
    return 'A file name cannot have control characters nor any of < > : " | ? * \\ / in it. Leave them out.'
  return name === '' ? 'Give the file a name.' : undefined
}
