/* losses.h - which way each row's score should go: what the next tree is grown from. For trees_fit.c. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Rows first to first + n of yes or no. importance may be NULL. */
void gradients_yes_no(const double *scores, const uint8_t *label, const float *importance, size_t first, size_t n,
                      float *gradients, float *hessians);

/* Room for the longest of some lists. */
struct order_room;
struct order_room *order_room_new(size_t longest);
void order_room_free(struct order_room *r);

/* One list; all arrays begin with its first row. depth: as in trees_fit.h. */
void gradients_order(struct order_room *r, const double *scores, const uint8_t *label, size_t n, unsigned depth,
                     float *gradients, float *hessians);
