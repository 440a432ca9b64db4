/** Saves a file through the browser. */

/** A plain link cannot send the authorization header, so the page fetches the file and saves it. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}
