/**
 * Page cache for the queries of indexes in sealed blocks. It uses memory that the write buffer
 * leaves free.
 */
package org.flashgrove.grove.cache;
