/** An action in text: `api_key.created` is "API key created". */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ').replace(/^api /, 'API ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
