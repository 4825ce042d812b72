import type { Actions, Block, Context } from '../block-kit/block.ts';
import type { TextObject } from '../block-kit/objects.ts';
import { InteractiveElement } from '../elements/interactive-element.tsx';
import { CardView, CarouselView } from './card.tsx';
import { ContainerView } from './container.tsx';
import { InputBlock } from './input-block.tsx';
import { LibraryBlock } from './library-block.tsx';
import { RichText, Text } from './rich-text.tsx';
import { SectionView } from './section.tsx';
import { TableView } from './table.tsx';

/** Draws one block; the page itself draws interactive elements. */
export function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case 'header':
      return <Header level={block.level} text={block.text} />;
    case 'alert':
      return <Alert level={block.level} text={block.text} />;
    case 'divider':
      return <hr className="divider" />;
    case 'section':
      return <SectionView section={block} />;
    case 'context':
      return <ContextLine elements={block.elements} />;
    case 'rich_text':
      return <RichText parts={block.elements} />;
    case 'actions':
    case 'context_actions':
      return <ActionRow block={block} />;
    case 'input':
      return <InputBlock input={block} />;
    case 'table':
    case 'data_table':
      return <TableView table={block} />;
    case 'card':
      return <CardView card={block} blockId={block.block_id} />;
    case 'carousel':
      return <CarouselView carousel={block} />;
    case 'container':
      return (
        <ContainerView container={block}>
          {block.children.map((child) => (
            <BlockView key={child.block_id} block={child} />
          ))}
        </ContainerView>
      );
    case 'other':
      return <LibraryBlock block={block.raw} />;
  }
}

interface LevelledText {
  readonly text: TextObject;
  readonly level: number | string | undefined;
}

function Header({ text, level = 2 }: LevelledText) {
  return (
    <div role="heading" aria-level={3} className={`block-header level-${level}`}>
      <Text text={text} />
    </div>
  );
}

function Alert({ text, level = 'default' }: LevelledText) {
  return (
    <div role="status" className={`alert ${level}`}>
      <Text text={text} />
    </div>
  );
}

function ContextLine({ elements }: { readonly elements: Context['elements'] }) {
  return (
    <div className="context">
      {elements.map((element, index) =>
        'text' in element ? (
          <Text key={index} text={element} />
        ) : (
          <img key={index} src={element.image_url} alt={element.alt_text ?? ''} />
        ),
      )}
    </div>
  );
}

function ActionRow({ block }: { readonly block: Actions }) {
  return (
    <div className="actions" role="group">
      {block.elements.map((element, index) => (
        <InteractiveElement
          key={keyAmong(block.elements, index)}
          element={element}
          blockId={block.block_id}
        />
      ))}
    </div>
  );
}

/** A button that moves within its row stays itself, and keeps the focus: “Next” on every page. */
function keyAmong(elements: Actions['elements'], index: number): string | number {
  const label = elements[index]?.accessibility_label;
  const isAlone = elements.filter((one) => one.accessibility_label === label).length === 1;
  return label !== undefined && isAlone ? label : (elements[index]?.action_id ?? index);
}
