/** Queries for every tree. They depend only on the layout of its nodes. */
package org.flashgrove.indexes.query;
