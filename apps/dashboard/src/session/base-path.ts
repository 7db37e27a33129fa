/** The path of the dashboard, which the server has written into the page: `/dashboard/`, or below the path of the installation. */
export const basePath = (): string => document.documentElement.dataset.base ?? '/dashboard/'
