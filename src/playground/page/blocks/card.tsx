import type { Card, Carousel } from '../block-kit/block.ts';
import { InteractiveElement } from '../elements/interactive-element.tsx';
import { Text } from './rich-text.tsx';

interface CardViewProps {
  readonly card: Omit<Card, 'type'>;
  readonly blockId: string;
}

/** A picture, a title, some words and buttons, in a frame. */
export function CardView({ card, blockId }: CardViewProps) {
  const { title, subtitle, body, actions, hero_image: hero } = card;
  return (
    <div className="card">
      {hero && <img src={hero.image_url} alt={hero.alt_text ?? ''} />}
      {title && (
        <div className="card-title">
          <Text text={title} />
        </div>
      )}
      {subtitle && (
        <div className="card-subtitle">
          <Text text={subtitle} />
        </div>
      )}
      {body && <Text text={body} />}
      {actions.length > 0 && (
        <div className="actions">
          {actions.map((element, index) => (
            <InteractiveElement key={index} element={element} blockId={blockId} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Cards side by side. */
export function CarouselView({ carousel }: { readonly carousel: Carousel }) {
  return (
    <div className="carousel" role="group" aria-label="Cards" tabIndex={0}>
      {carousel.elements.map((card, index) => (
        <CardView key={index} card={card} blockId={carousel.block_id} />
      ))}
    </div>
  );
}
