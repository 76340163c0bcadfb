/** Put text on the clipboard. @returns whether it worked */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Refused, or absent: browsers offer the clipboard on https and localhost only, and many run Postil on plain http.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.readOnly = true
  area.className = 'visuallyHidden'
  document.body.append(area)
  area.select()
  const isCopied = typeof document.execCommand === 'function' && document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
