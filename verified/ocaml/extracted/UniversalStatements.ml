open Cards
open Datatypes

type atom =
| There of nat * card
| Waits of nat * card * card
| Count of nat * card * nat
| Before of card * card
| Barred of card * card
| Direct of card
| Hosted of card * card
| Above of card * card
| Slot of card * nat
| Moves of card * card
| Moved of card * card
| Resides of card * nat
| More of card list * nat
| Gone of card * card
