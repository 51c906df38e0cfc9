/**
 * Descriptions of stores: {@link org.flashgrove.access.StoreOptions} configures a store of one
 * index, {@link org.flashgrove.access.design.StoreDesign} a store of any structures. The
 * description is a file in the store's directory.
 */
@NullMarked
package org.flashgrove.access.design;

import org.jspecify.annotations.NullMarked;
