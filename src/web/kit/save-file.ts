/** Hands a file to the browser to save. */

/** A link of its own cannot carry the credential of a header, so the file goes through the page. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}
