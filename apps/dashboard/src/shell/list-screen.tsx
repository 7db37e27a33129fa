import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { List, type ListProps } from '../design/list.tsx'
import { useCommands } from './commands.tsx'
import { PageHeader } from './page-header.tsx'

interface ListScreenProps<T extends { id: string }> extends Omit<ListProps<T>, 'label' | 'emptyAction'> {
  title: string
  description: string
  /** Makes a new item: a button in the header and in the empty list, and the key C. */
  create?: { label: string; icon?: LucideIcon; refusal: string | null; onOpen: () => void }
  /** Other buttons of the header. */
  actions?: ReactNode
  /** Between the header and the list, such as filters. */
  filters?: ReactNode
  /** The dialogs of the screen. */
  children?: ReactNode
}

/** A screen that is a list: its header, its filters, the list, and its dialogs. */
export function ListScreen<T extends { id: string }>(props: ListScreenProps<T>) {
  const { title, description, create, actions, filters, children, ...list } = props
  useCommands(
    create?.refusal === null ? [{ name: create.label, group: 'This page', keys: 'c', run: create.onOpen }] : [],
  )
  const button = create && <CreateButton {...create} />
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          (actions || button) && (
            <>
              {actions}
              {button}
            </>
          )
        }
      />
      {filters}
      <List {...list} label={title} emptyAction={button} />
      {children}
    </>
  )
}

function CreateButton({ label, icon: Icon = Plus, refusal, onOpen }: NonNullable<ListScreenProps<never>['create']>) {
  return (
    <Button variant="primary" refusal={refusal} onClick={onOpen}>
      <Icon aria-hidden />
      {label}
    </Button>
  )
}
