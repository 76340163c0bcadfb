import { Pencil, Plus, RefreshCw, Search, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { RangeSlider } from '../../ui/controls/RangeSlider.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { KeyCap } from '../../ui/display/KeyCap.tsx'
import { Sample } from './Sample.tsx'

const TASKS = [
  { value: 'feedback', label: 'Feedback' },
  { value: 'token', label: 'Token classification' },
  { value: 'text', label: 'Text classification' },
] as const
const VIEWS = [
  { value: 'focus', label: 'Focus' },
  { value: 'bulk', label: 'Bulk' },
] as const

export function ControlsSamples() {
  return (
    <>
      <Sample name="Button">
        <Button variant="primary" keys={['N']} icon={Plus}>
          Create a dataset
        </Button>
        <Button>Default</Button>
        <Button variant="quiet" icon={RefreshCw}>
          Quiet
        </Button>
        <Button variant="danger">Delete</Button>
        <Button isPending>Saving</Button>
        <Button isDisabled>Disabled</Button>
        <Button variant="primary" disabledReason="Answer the required questions first.">
          With a reason
        </Button>
      </Sample>
      <Sample name="Button sizes">
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large">Large</Button>
        <Button size="action" keys={['Backspace']}>
          Discard
        </Button>
        <Button size="action" keys={['Mod+S']}>
          Save as draft
        </Button>
        <Button size="action" variant="primary" keys={['Enter']}>
          Submit
        </Button>
      </Sample>
      <Sample name="IconButton, KeyCap">
        <IconButton icon={Pencil} label="Edit" size="tiny" />
        <IconButton icon={Pencil} label="Edit" size="small" />
        <IconButton icon={Settings2} label="Settings" />
        <IconButton icon={Search} label="Find" size="large" isActive />
        <IconButton icon={Search} label="Find" isDisabled />
        <KeyCap keys="Mod+K" />
        <KeyCap keys="Backspace" />
        <KeyCap keys="?" />
      </Sample>
      <Fields />
      <Choices />
    </>
  )
}

function Fields() {
  const [task, setTask] = useState<(typeof TASKS)[number]['value'] | null>('feedback')
  const [range, setRange] = useState<[number, number]>([0.2, 0.8])
  return (
    <Sample name="Fields" isStack>
      <SearchField label="Find" placeholder="Find by name, workspace or tag" keys="/" />
      <TextField label="Title" need="required" defaultValue="Banking messages" description="What annotators read." />
      <TextField label="Description" need="optional" error="This must be less than 500." defaultValue="Far too long" />
      <TextField label="Name" isDisabled defaultValue="banking77" />
      <TextArea label="Guidelines" need="optional" placeholder="Markdown works here" />
      <Select label="Task" choices={TASKS} value={task} onChange={setTask} />
      <RangeSlider
        label="Score"
        min={0}
        max={1}
        step={0.01}
        value={range}
        onChange={setRange}
        formatOptions={{ style: 'percent' }}
      />
    </Sample>
  )
}

function Choices() {
  const [view, setView] = useState<'focus' | 'bulk'>('focus')
  const [task, setTask] = useState<string>('token')
  return (
    <Sample name="Choices">
      <div>
        <Checkbox defaultSelected>Ticked</Checkbox>
        <br />
        <Checkbox>Not ticked</Checkbox>
        <br />
        <Checkbox isIndeterminate>Some</Checkbox>
        <br />
        <Checkbox isDisabled>Disabled</Checkbox>
      </div>
      <div>
        <Switch defaultSelected>Use markdown</Switch>
        <br />
        <Switch>Visible for annotators</Switch>
      </div>
      <RadioGroup label="Order" choices={TASKS} value={task} onChange={setTask} />
      <Segmented label="View" choices={VIEWS} value={view} onChange={setView} />
    </Sample>
  )
}
