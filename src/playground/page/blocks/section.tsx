import type { Section } from '../block-kit/block.ts';
import { InteractiveElement } from '../elements/interactive-element.tsx';
import { Text } from './rich-text.tsx';

/** A text, its fields in two columns, and what stands at its right: an image or an element. */
export function SectionView({ section }: { readonly section: Section }) {
  const { text, fields, accessory, block_id: blockId } = section;
  return (
    <div className="section">
      <div className="section-text">
        {text && <Text text={text} />}
        {fields.length > 0 && (
          <div className="fields">
            {fields.map((field, index) => (
              <Text key={index} text={field} />
            ))}
          </div>
        )}
      </div>
      {accessory && (
        <div className="accessory">
          {accessory.type === 'image' ? (
            <img src={accessory.image_url} alt={accessory.alt_text ?? ''} />
          ) : (
            <InteractiveElement element={accessory} blockId={blockId} />
          )}
        </div>
      )}
    </div>
  );
}
