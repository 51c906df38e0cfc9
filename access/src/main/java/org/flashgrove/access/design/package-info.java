/**
 * Designs and descriptions of stores. {@link org.flashgrove.access.design.StoreDesign} describes a
 * store of any structures; {@link org.flashgrove.access.StoreOptions} makes the design of a store
 * of one index. {@link org.flashgrove.access.design.StoreDescription} is the file in the store's
 * directory that contains the design.
 */
@NullMarked
package org.flashgrove.access.design;

import org.jspecify.annotations.NullMarked;
