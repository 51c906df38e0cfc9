/**
 * Blocks of components: devices of blocks over page files and raw flash, and the structure of a
 * store that gives blocks out, logs which of them count, and reads them.
 */
package org.flashgrove.storage.component;
